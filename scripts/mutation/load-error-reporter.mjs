/**
 * A mutant in a module's top level can keep a test file from loading. Stryker's runner counts failed tests only and would
 * report it as survived, so the file gets a failed test.
 */
export class LoadErrorReporter {
  onTestRunEnd(modules) {
    for (const { task } of modules) {
      if (task.result?.state !== 'fail' || task.tasks.length > 0) continue
      const { errors } = task.result
      task.tasks.push({
        type: 'test',
        name: 'loads',
        mode: 'run',
        file: task,
        result: { state: 'fail', errors },
      })
    }
  }
}
