import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

// Screens behind sign-in have catalogs of their own: nobody loads words before they are needed.
const documentScreens = [
  '<rootDir>/src/features/documents',
  '<rootDir>/src/features/signing',
  '<rootDir>/src/features/direct-sign',
  '<rootDir>/src/routes/view*',
  '<rootDir>/src/routes/request-not-shown*',
  '<rootDir>/src/routes/direct-sign',
]

/** Finding and turning: loaded after the document. */
const viewerTools = '<rootDir>/src/features/documents/tools'

/** A file on its way to a request: a document, or an attachment. */
const uploadProgress = '<rootDir>/src/ui/forms/upload-progress*'

/** What on a pasted list of people names nobody. */
const wrongEntries = '<rootDir>/src/ui/forms/wrong-entries*'

/** A body that is too large: with each part that saves much. */
const sizeErrors = '<rootDir>/src/lib/errors/size-error-wording.ts'

/** Who signs does not compose: the signing page loads none of these words. */
const composeScreens = [
  '<rootDir>/src/features/compose',
  '<rootDir>/src/routes/compose*',
  uploadProgress,
  wrongEntries,
  sizeErrors,
]

/** What is loaded once one chooses a signature, signs, or asks who signs and what has happened. */
const signingScreens = [
  'signatures/choose-signature',
  'history/event-sentence',
  'signatures/saved-signatures',
  'requirements/unmet-requirements',
  'signatures/new-signature',
  'request-details',
  'history/request-history',
  'sender-business',
  'signatures/signature-dialog',
  'signers/signer-details',
  'signers/signer-panel',
  'signing/signing-failure',
  'signing/signing-overlays',
  'signing/signing-review',
  'requirements/signing-level',
  'signed-summary',
  'situation-notice',
  'signing/wait-for-lock',
].map((file) => `<rootDir>/src/features/signing/${file}*`)

const requestScreens = [
  '<rootDir>/src/features/dashboard',
  '<rootDir>/src/routes/dashboard*',
  '<rootDir>/src/routes/upload*',
]

/** Shown where a password is chosen: signing up, resetting, changing. Never on the sign-in page. */
const passwordGuide = '<rootDir>/src/ui/forms/password-guide*'

/** What one does with a request besides signing it, and what a link's page comes to at its end: loaded once needed. */
const requestActions = [
  '<rootDir>/src/features/request-actions',
  '<rootDir>/src/features/direct-sign/direct-attachments*',
  '<rootDir>/src/features/direct-sign/end-screen*',
  '<rootDir>/src/features/direct-sign/link-problem*',
  '<rootDir>/src/features/direct-sign/signed-download*',
  '<rootDir>/src/features/direct-sign/signed-screen*',
  '<rootDir>/src/ui/requests/signed-facts*',
  uploadProgress,
  sizeErrors,
]

/** Shown where something is shown to be copied: a code, a link. */
const copyButton = '<rootDir>/src/ui/copy-button*'

/** Where a file is dropped that belongs to no request yet. */
const pdfDrop = '<rootDir>/src/ui/forms/pdf-drop*'

/** Submitting a document without an account, and claiming it. */
const anonymousUploadScreens = [
  '<rootDir>/src/features/anonymous-upload',
  '<rootDir>/src/routes/{submit,claim}-document*',
  copyButton,
  pdfDrop,
]

/** Checking a signed file. */
const validationScreens = ['<rootDir>/src/features/validations', '<rootDir>/src/routes/validation*', pdfDrop]

/** Templates, and what is sent from them to tables of people. */
const templateScreens = ['<rootDir>/src/features/templates', '<rootDir>/src/routes/templates']

/** What comes before an account is signed in, other than signing in itself. */
const entryScreens = [
  '<rootDir>/src/features/front-page',
  '<rootDir>/src/features/sign-up',
  '<rootDir>/src/features/password-reset',
  '<rootDir>/src/features/single-sign-on',
  '<rootDir>/src/features/second-factors',
  '<rootDir>/src/routes/sign-up',
  '<rootDir>/src/routes/password-reset',
  '<rootDir>/src/routes/sso*',
  '<rootDir>/src/ui/forms/ask-email-form*',
  '<rootDir>/src/ui/forms/language-select*',
  '<rootDir>/src/ui/notices/link-check*',
  '<rootDir>/src/ui/notices/resend-mail*',
  '<rootDir>/src/ui/forms/terms-checkbox*',
  '<rootDir>/src/lib/errors/entry-error-wording*',
  passwordGuide,
]

/** A mobile number by its country: where one is set, and where one is identified. */
const phoneField = '<rootDir>/src/ui/forms/phone-field*'
/** The profile and the settings of a business ask it. */
const retentionFields = '<rootDir>/src/ui/forms/retention-fields.tsx'

const ownBusiness = '<rootDir>/src/features/members/own-business-section*'

const profileScreens = [
  ownBusiness,
  phoneField,
  '<rootDir>/src/features/profile',
  retentionFields,
  '<rootDir>/src/features/qualities',
  '<rootDir>/src/routes/profile',
  passwordGuide,
  copyButton,
]

/** Being identified, with an account and by a link. */
const identificationScreens = [
  phoneField,
  '<rootDir>/src/features/identification',
  '<rootDir>/src/routes/identification',
]

const visualSignatureScreens = [
  '<rootDir>/src/features/visual-signatures',
  '<rootDir>/src/routes/visual-signature*',
]

const signerGroupScreens = [
  '<rootDir>/src/features/signer-groups',
  '<rootDir>/src/routes/signer-groups*',
  wrongEntries,
  sizeErrors,
]

/** Seals of businesses: their pages, choosing one, and what goes wrong with them. */
const sealScreens = [
  '<rootDir>/src/features/seals',
  '<rootDir>/src/routes/business/seals*',
  '<rootDir>/src/lib/errors/business-error-wording*',
]

/** What a business accepts when it is founded, and the table below a chart: with a plan and without. */
const foundingAndCharts = [
  '<rootDir>/src/ui/forms/processing-checkbox*',
  '<rootDir>/src/ui/lists/chart-table*',
]

/** Plans and payments: their pages, overlays and dialogs, and what goes wrong with them. */
const billingScreens = [
  ...foundingAndCharts,
  '<rootDir>/src/features/billing',
  '<rootDir>/src/routes/billing',
  '<rootDir>/src/lib/errors/billing-error-wording*',
]

/** Businesses: what their admins look after, and how one comes to one. */
const businessLayout = '<rootDir>/src/ui/layout/business-layout.tsx'
/** Lists and figures of a time: on no other page. */
const periodTables = ['forms/period-choice', 'lists/record-table', 'requests/quality-name'].map(
  (file) => `<rootDir>/src/ui/${file}*`,
)
const businessScreens = [
  ...foundingAndCharts,
  '<rootDir>/src/features/businesses',
  '<rootDir>/src/features/members',
  '<rootDir>/src/features/domains',
  '<rootDir>/src/features/identity-providers',
  '<rootDir>/src/features/provisioning',
  '<rootDir>/src/features/business-settings',
  '<rootDir>/src/features/api-users',
  '<rootDir>/src/features/callbacks',
  '<rootDir>/src/features/embedding',
  '<rootDir>/src/features/administration-log',
  '<rootDir>/src/features/activity',
  '<rootDir>/src/features/statistics',
  '<rootDir>/src/routes/business',
  copyButton,
  '<rootDir>/src/ui/dialogs/secret-dialog*',
  businessLayout,
  retentionFields,
  wrongEntries,
  ...periodTables,
]

/** Pages that say one thing, and the dialogs of the navigation rules and of leaving a page. */
const generalScreens = [
  '<rootDir>/src/features/navigation',
  '<rootDir>/src/routes/general',
  '<rootDir>/src/ui/dialogs/unsaved-question*',
]

/** Approvals of advanced and qualified signatures, and the redirect back from them. */
const approvals = ['<rootDir>/src/features/approvals', '<rootDir>/src/routes/mab-redirect*']

/** Signing several requests at once. */
const signMany = '<rootDir>/src/features/signing/sign-many'

/** What a signer fills in beside the signature: loaded where a request has fields. */
const signerFields = '<rootDir>/src/features/signing/fields'

const outsideServices = '<rootDir>/src/outside'

/** In another website's frame. */
const framed = '<rootDir>/src/framed'

const documentErrors = '<rootDir>/src/lib/errors/document-error-wording.ts'
/** What every page of an account needs: its frame, and what refusals about documents say. */
const signedInFrame = [
  documentErrors,
  ...[
    'ui/layout/app-layout',
    'ui/layout/main-navigation',
    'ui/layout/profile-layout',
    'ui/lists/pagination',
    'features/session/account-menu',
  ].map((file) => `<rootDir>/src/${file}.tsx`),
]
const profileErrors = '<rootDir>/src/lib/errors/profile-error-wording.ts'
/** Of advanced and qualified signatures: with the words of signing. */
const approvalErrors = '<rootDir>/src/lib/errors/approval-error-wording.ts'

const never = ['**/node_modules/**', '**/*.test.ts']

// oxlint-disable-next-line import/no-default-export -- the tool reads the default export
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'de', 'fr', 'it'],
  format: formatter({ lineNumbers: false, origins: false }),
  orderBy: 'message',
  catalogs: [
    {
      path: '<rootDir>/src/locales/{locale}',
      include: ['<rootDir>/src'],
      exclude: [
        ...[
          ...documentScreens,
          ...composeScreens,
          ...signingScreens,
          ...requestScreens,
          ...entryScreens,
          ...profileScreens,
          ...identificationScreens,
          ...visualSignatureScreens,
          ...signerGroupScreens,
          ...sealScreens,
          ...billingScreens,
          ...businessScreens,
          ...generalScreens,
          ...requestActions,
          ...anonymousUploadScreens,
          ...validationScreens,
          ...templateScreens,
          signMany,
          signerFields,
          ...approvals,
          outsideServices,
          framed,
        ].flatMap((screen) => [screen, `${screen}/**`]),
        ...signedInFrame,
        profileErrors,
        approvalErrors,
        ...never,
      ],
    },
    {
      path: '<rootDir>/src/features/dashboard/locales/{locale}',
      include: requestScreens,
      exclude: never,
    },
    {
      path: '<rootDir>/src/locales/signed-in/{locale}',
      include: signedInFrame,
      exclude: never,
    },
    {
      path: '<rootDir>/src/locales/profile-errors/{locale}',
      include: [profileErrors, sizeErrors],
      exclude: never,
    },
    { path: '<rootDir>/src/features/sign-up/locales/{locale}', include: entryScreens, exclude: never },
    { path: '<rootDir>/src/features/profile/locales/{locale}', include: profileScreens, exclude: never },
    {
      path: '<rootDir>/src/features/identification/locales/{locale}',
      include: identificationScreens,
      exclude: never,
    },
    {
      path: '<rootDir>/src/features/visual-signatures/locales/{locale}',
      include: visualSignatureScreens,
      exclude: never,
    },
    {
      path: '<rootDir>/src/features/signer-groups/locales/{locale}',
      include: signerGroupScreens,
      exclude: never,
    },
    { path: '<rootDir>/src/features/billing/locales/{locale}', include: billingScreens, exclude: never },
    { path: '<rootDir>/src/features/seals/locales/{locale}', include: sealScreens, exclude: never },
    {
      path: '<rootDir>/src/features/businesses/locales/{locale}',
      include: businessScreens,
      exclude: [ownBusiness, ...sealScreens, ...never],
    },
    { path: '<rootDir>/src/features/navigation/locales/{locale}', include: generalScreens, exclude: never },
    {
      path: '<rootDir>/src/features/signing/sign-many/locales/{locale}',
      include: [signMany],
      exclude: never,
    },
    {
      path: '<rootDir>/src/features/signing/fields/locales/{locale}',
      include: [signerFields],
      exclude: never,
    },
    { path: '<rootDir>/src/features/approvals/locales/{locale}', include: approvals, exclude: never },
    {
      path: '<rootDir>/src/features/validations/locales/{locale}',
      include: validationScreens,
      exclude: never,
    },
    {
      path: '<rootDir>/src/features/anonymous-upload/locales/{locale}',
      include: anonymousUploadScreens,
      exclude: never,
    },
    { path: '<rootDir>/src/features/templates/locales/{locale}', include: templateScreens, exclude: never },
    { path: '<rootDir>/src/outside/locales/{locale}', include: [outsideServices], exclude: never },
    { path: '<rootDir>/src/framed/locales/{locale}', include: [framed], exclude: never },
    {
      path: '<rootDir>/src/features/request-actions/locales/{locale}',
      include: requestActions,
      exclude: never,
    },
    {
      path: '<rootDir>/src/features/signing/locales/{locale}',
      include: [...signingScreens, approvalErrors, phoneField],
      exclude: never,
    },
    { path: '<rootDir>/src/features/compose/locales/{locale}', include: composeScreens, exclude: never },
    {
      path: '<rootDir>/src/features/documents/locales/{locale}',
      include: documentScreens,
      exclude: [
        ...signingScreens,
        ...requestActions,
        ...[signMany, signerFields, viewerTools].flatMap((part) => [part, `${part}/**`]),
        ...never,
      ],
    },
    {
      path: '<rootDir>/src/features/documents/tools/locales/{locale}',
      include: [viewerTools],
      exclude: never,
    },
  ],
})
