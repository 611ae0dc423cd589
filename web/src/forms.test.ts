import { expect, it } from 'vitest'

const sources = import.meta.glob<string>(['./**/*.{ts,tsx}', '!./**/*.test.{ts,tsx}', '!./**/testing/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const files = Object.entries(sources).map(([path, source]) => ({ path: path.replace('./', ''), source }))
const sourceOf = (path: string) => sources[`./${path}`] ?? ''

/** `Form` and `FormDialog` require a draft or the reason for none; `UnsavedChanges`, or `UnsentMessage` around it, is the guard itself. */
const GUARD = /<(Form|FormDialog|SettingsForm|UnsavedChanges|UnsentMessage)\b/

/** Where the guard of a form is that is spread over several files. */
const GUARDED_BY: Record<string, string> = {
  'admin/drop-ins/use-add-drop-in-form.ts': 'admin/drop-ins/drop-ins-page.tsx',
  'admin/family-messages/message-fields.tsx': 'admin/months/save-question-dialog.tsx',
  'admin/mail/wording-fields.tsx': 'admin/mail/templates-form.tsx',
  'admin/months/seats-field.tsx': 'admin/months/month-editor.tsx',
  'admin/months/use-month-form.ts': 'admin/months/month-editor.tsx',
  'admin/site-content/item-list.tsx': 'admin/site-content/agreement-form.tsx',
  'admin/submissions/use-edit-days.ts': 'admin/submissions/edit-days-dialog.tsx',
  'auth/account-fields.tsx': 'auth/sign-in-form.tsx',
  'features/children/child-fields.tsx': 'features/children/child-dialog.tsx',
  'features/children/people-fields.tsx': 'features/children/child-dialog.tsx',
  'features/registration/guest-field.tsx': 'parent/drop-ins/drop-in-view.tsx',
  'features/registration/guest-fields.tsx': 'features/registration/registration-form.tsx',
  'features/registration/use-registration-form.ts': 'features/registration/registration-form.tsx',
  'parent/drop-ins/use-drop-in-form.ts': 'parent/drop-ins/drop-in-view.tsx',
  'parent/submissions/use-submission-edit.ts': 'parent/submissions/submission-dialog.tsx',
}

const NO_FORM: Record<string, string> = {
  'admin/activity/activity.tsx': 'its dates filter the list, and are in the URL',
  'admin/drop-ins/child-search.tsx': 'a search',
  'admin/settings/use-setting-form.ts': 'the form is where this is called',
  'features/children/use-child-dialog.ts': 'which dialog is open; the text is in that dialog',
  'parent/calendar-feed/calendar-card.tsx': 'a link to copy',
  'ui/inputs/amount-input.tsx': 'an input itself',
  'ui/inputs/password-input.tsx': 'an input itself',
}

it('every form is a Form, which asks before typed text is lost, or says why it need not', () => {
  const plain = files.filter(({ source }) => /<form\b/.test(source)).map(({ path }) => path)
  expect(plain).toEqual(['lib/form.tsx'])
})

it('every text field and every draft has a guard', () => {
  const hasInput = /<(TextInput|TextArea|AmountInput|PasswordInput|textarea)\b/
  const hasDraft = /\b(useVersionedForm|useSettingForm|useDraft)(<[^(]*>)?\(/
  const unguarded = files
    .filter(({ path }) => !path.startsWith('lib/') && path !== 'ui/inputs/field.tsx')
    .filter(({ source }) => (hasInput.test(source) || hasDraft.test(source)) && !GUARD.test(source))
    .map(({ path }) => path)
  expect(unguarded.sort()).toEqual([...Object.keys(GUARDED_BY), ...Object.keys(NO_FORM)].sort())
  for (const [part, form] of Object.entries(GUARDED_BY)) {
    expect(sourceOf(form), part).toMatch(GUARD)
  }
})
