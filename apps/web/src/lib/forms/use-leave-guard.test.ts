import { expect, it } from 'vitest'

const sources = import.meta.glob<string>('../../**/*.tsx', { query: '?raw', import: 'default', eager: true })

/** Forms that keep nothing to be saved, or that have a question of their own before they are closed. */
const unguarded = {
  'asks for an email, a credential, a code or a consent, and sends it at once': [
    'features/domains/aes-confirmation.tsx',
    'ui/forms/ask-email-form.tsx',
    'features/password-reset/new-password-form.tsx',
    'features/session/sign-in-form.tsx',
    'features/second-factors/code-form.tsx',
    'features/anonymous-upload/code-form.tsx',
    'features/anonymous-upload/tracking-form.tsx',
    'features/profile/sign-in/proof-form.tsx',
    'features/approvals/show-reauthenticate.tsx',
    'features/approvals/tan-form.tsx',
    'features/identification/activate.tsx',
    'features/documents/tools/viewer-toolbar.tsx',
    'features/callbacks/callback-tools.tsx',
  ],
  'is the form of sections that ask themselves, by useSectionForm': ['ui/forms/choice-form.tsx'],
  'stands in a dialog or an overlay, which is closed by its own buttons before the page can be left': [
    'features/activity/export-activities.tsx',
    'features/api-users/api-user-form.tsx',
    'features/api-users/key-replacement-form.tsx',
    'features/approvals/ask-part11.tsx',
    'features/billing/plans/enterprise-contact.tsx',
    'features/billing/ending/survey.tsx',
    'features/businesses/delete-business.tsx',
    'features/members/add-member.tsx',
    'features/members/leave-business.tsx',
    'features/members/remove-members.tsx',
    'features/profile/delete-user.tsx',
    'features/profile/sign-in/totp-setup.tsx',
    'features/request-actions/action-form.tsx',
    'features/signer-groups/group-form.tsx',
    'features/signing/signatures/saved-signatures.tsx',
    'features/signing/requirements/unmet-requirements.tsx',
    'features/signing/signatures/new-signature.tsx',
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
    .map(([file, source]) => ({ file: file.replace('../../', ''), source }))
  expect(forms.length).toBeGreaterThan(40)
  const open = forms.filter(({ source }) => !isGuarded(source))
  expect(open.map(({ file }) => file).toSorted()).toEqual(Object.values(unguarded).flat().toSorted())
})
