export type Labels = Readonly<Record<string, string | number>>
type Value = { suffix?: string; labels?: Labels; value: number }

/** One metric with all its labelled values. */
export type Metric = { name: string; help: string; type: 'counter' | 'gauge' | 'histogram'; values: Value[] }

export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

const PREFIX = 'aftercare_'
const ESCAPES: Record<string, string> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' }
const escapeLabel = (value: string | number) =>
  String(value).replace(/[\\"\n]/g, (char) => ESCAPES[char] ?? char)

const formatLabels = (labels: Labels = {}) => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`)
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}

/** Prometheus' text format. */
export const formatMetrics = (metrics: readonly Metric[]): string =>
  metrics
    .flatMap(({ name, help, type, values }) => [
      `# HELP ${PREFIX}${name} ${help}`,
      `# TYPE ${PREFIX}${name} ${type}`,
      ...values.map(
        ({ suffix = '', labels, value }) => `${PREFIX}${name}${suffix}${formatLabels(labels)} ${value}`,
      ),
    ])
    .map((line) => `${line}\n`)
    .join('')
