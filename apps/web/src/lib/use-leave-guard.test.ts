import { expect, it } from 'vitest'

const sources = import.meta.glob<string>('../**/*.tsx', { query: '?raw', import: 'default', eager: true })

/** Forms that keep nothing to be saved, or that have a question of their own before they are closed. */
const unguarded = {
  'asks for an email, a credential, a code or a consent, and sends it at once': [
    'features/domains/aes-confirmation.tsx',
    'ui/ask-email-form.tsx',
    'features/session/sign-in-form.tsx',
    'features/second-factors/code-form.tsx',
    'features/anonymous-upload/code-form.tsx',
    'features/anonymous-upload/tracking-form.tsx',
    'features/profile/proof-form.tsx',
    'features/approvals/show-reauthenticate.tsx',
    'features/approvals/tan-form.tsx',
    'features/identification/activate.tsx',
    'features/documents/tools/viewer-toolbar.tsx',
  ],
  'is the form of sections that ask themselves, by useSectionForm': ['features/profile/choice-form.tsx'],
  'stands in a dialog or an overlay, which is closed by its own buttons before the page can be left': [
    'features/activity/export-activities.tsx',
    'features/api-users/api-user-form.tsx',
    'features/approvals/ask-part11.tsx',
    'features/billing/enterprise-contact.tsx',
    'features/billing/survey.tsx',
    'features/businesses/delete-business.tsx',
    'features/members/add-member.tsx',
    'features/members/leave-business.tsx',
    'features/members/remove-members.tsx',
    'features/profile/delete-user.tsx',
    'features/profile/totp-setup.tsx',
    'features/request-acts/act-form.tsx',
    'features/signer-groups/group-form.tsx',
    'features/signing/kept-signatures.tsx',
    'features/signing/unmet-requirements.tsx',
    'features/signing/new-signature.tsx',
    'features/signing/sign-many/sign-many-review.tsx',
    'features/visual-signatures/signature-editor.tsx',
    'outside/surveys/survey-dialog.tsx',
  ],
}

/** `useSentForm` asks, unless it is told not to. */
const isGuarded = (source: string) =>
  /use(LeaveGuard|SectionForm|SentForm)[(<]/.test(source) && !/\bguarded: false\b/.test(source)

it('every form of a page asks before unsaved changes are left', () => {
  const forms = Object.entries(sources)
    .filter(([, source]) => /<form\b/.test(source))
    .map(([file, source]) => ({ file: file.replace('../', ''), source }))
  expect(forms.length).toBeGreaterThan(40)
  const open = forms.filter(({ source }) => !isGuarded(source))
  expect(open.map(({ file }) => file).toSorted()).toEqual(Object.values(unguarded).flat().toSorted())
})
