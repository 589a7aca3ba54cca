/** What someone gets who opens an address: its page, signing in, the 404 page, or another address. */
export type Outcome = 'page' | 'sign-in' | 'not-found' | `/${string}`

export interface Screen {
  /** The name of its pictures. */
  readonly name: string
  /** `:request` and `:link` stand for a signature request and for the secret of someone who came by the link. */
  readonly path: string
  /** The page's part of the title, where it is one's own. */
  readonly title: string
  readonly visitor: Outcome
  readonly user: Outcome
}

function screen(name: string, path: string, title: string, visitor: Outcome, user: Outcome): Screen {
  return { name, path, title, visitor, user }
}

const inbox = '/dashboard?tab=inbox'
const standards = '/profile/signature-standards'
const direct = '/direct-sign/identification'

/** Pages of an account. */
const own = (name: string, path: string, title: string) => screen(name, path, title, 'sign-in', 'page')
/** Pages for everybody, signed in or not. */
const open = (name: string, path: string, title: string) => screen(name, path, title, 'page', 'page')
/** Pages of a business's administrators: to who is in no business they are not there. */
const admins = (path: string) => screen('', path, '', 'sign-in', 'not-found')

/** Every route of the specification, and who gets what. */
export const screens: readonly Screen[] = [
  screen('', '/', '', 'sign-in', inbox),
  screen('', '/dashboard', '', 'sign-in', inbox),
  screen('', '/dashboard?tab=nonsense', '', 'sign-in', inbox),
  own('dashboard', '/dashboard?tab=inbox', 'Documents'),
  own('dashboard-drafts', '/dashboard?tab=drafts', 'Documents'),
  own('dashboard-search', '/dashboard?tab=search&q=rental', 'Documents'),
  screen('login', '/login', 'Sign in', 'page', inbox),
  screen('login-signed-out', '/login?logged-out', 'Sign in', 'page', inbox),
  screen('', '/bye', '', 'sign-in', inbox),
  open('sorry', '/sorry', 'Something went wrong'),
  own('signed', '/signed', 'Signed'),
  own('upload', '/upload', 'New signature request'),
  screen('', '/upgrade', '', 'sign-in', '/business/upgrade'),
  own('welcome', '/welcome', 'Welcome'),
  own('declined', '/declined', 'Declined'),
  own('not-available', '/not-available', 'Not available'),
  open('expired', '/expired', 'Link expired'),
  open('maintenance', '/maintenance', 'Maintenance'),
  screen('', '/cookiesblocked', '', 'sign-in', inbox),
  open('signing-return', '/mab/redirect', 'Back from signing'),
  open('not-found', '/no-such-page', 'Page not found'),
  open('terms', '/terms', 'Terms of use'),
  screen('signup', '/signup', 'Sign up', 'page', inbox),
  own('signup-sso', '/signup/sso', 'Set up your account'),
  screen('', '/signup/steps', '', '/signup', inbox),
  open('signup-confirm', '/signup/confirm', 'Confirm your email'),
  open('signup-mail-sent', '/signup/mail-sent', 'Check your email'),
  open('eidplus-new', '/signup/flows/eidplus/new', 'Verify your identity'),
  open('eidplus-confirm', '/signup/flows/eidplus/confirm', 'Create your account'),
  open('sso-error', '/sso/error?reason=cancelled', 'Company sign-in'),
  open('sso-error-company', '/sso/error/company?reason=wrong_domain', 'Company sign-in'),
  open('password-reset', '/password-reset', 'Forgot your password?'),
  screen('', '/password-reset/new', '', '/password-reset', '/password-reset'),
  open('password-reset-confirm', '/password-reset/confirm', 'Set a new password'),
  open('password-reset-mail-sent', '/password-reset/mail-sent', 'Check your email'),
  own('profile', '/profile', 'Profile'),
  // Without the token of a mail the profile tells how things stand.
  screen('', '/profile/confirm', '', 'sign-in', '/profile'),
  own('settings', '/profile/settings', 'Settings'),
  own('change-password', '/profile/change-password', 'Change password'),
  own('visual-signature', '/profile/visual-signature', 'Visual signature'),
  own('standards', standards, 'Signature levels'),
  own('standards-update', `${standards}/update`, 'Other signature levels'),
  own('standards-mobile-id', `${standards}/mobile-id`, 'Mobile ID'),
  own('standards-eidas', `${standards}/eidas`, 'Identity verification under European law (eIDAS)'),
  own('standards-eidas-self', `${standards}/eidas/self`, 'Video selfie (with your phone camera)'),
  own('standards-eidas-video', `${standards}/eidas/video`, 'Video call'),
  own('standards-zertes', `${standards}/zertes`, 'Identity verification under Swiss law (ZertES)'),
  own('standards-zertes-auto', `${standards}/zertes/auto`, 'Video selfie (with your phone camera)'),
  own('standards-zertes-video', `${standards}/zertes/video`, 'Video call'),
  own('standards-personal-details', `${standards}/zertes/personal-details`, 'Your details'),
  own('standards-legislation', `${standards}/legislation`, 'Legal framework'),
  own('standards-id-austria', `${standards}/id-austria-success`, 'ID Austria'),
  own('upgrade', '/business/upgrade', 'Upgrade'),
  admins('/business/welcome'),
  screen('business-signup', '/business/signup', 'Sign up your business', 'page', '/business/register'),
  open('business-signup-steps', '/business/signup/steps', 'Sign up your business'),
  open('business-signup-mail-sent', '/business/signup/mail-sent', 'Check your email'),
  own('business-register', '/business/register', 'Create business'),
  screen('', '/business', '', 'sign-in', '/business/register'),
  admins('/business/members/activity'),
  admins('/business/billing'),
  admins('/business/developers'),
  admins('/business/activity'),
  admins('/business/settings'),
  admins('/business/dashboard'),
  admins('/business/seals'),
  admins('/business/seals/contracts'),
  admins('/business/billing/plan'),
  admins('/business/extras'),
  admins('/business/members'),
  admins('/business/members/domains'),
  admins('/business/company-sign-in'),
  admins('/business/members/signer-groups'),
  admins('/business/profile'),
  admins('/business/profile/aes-for-business'),
  admins('/business/developers/api'),
  open('', '/aes-for-business/confirm', 'Confirm for your business'),
  open('invite', '/invite/42', 'Invitation'),
  open('submit-document', '/sendto', 'Submit a document'),
  open('verify', '/verify', 'Verify a signed PDF'),
  own('claim-document', '/sendto/42', 'Document submitted'),
  own('templates', '/templates', 'Templates'),
  own('bulk-sends', '/bulk-sends', 'Bulk sends'),
  own('signer-groups', '/signer-groups', 'Signer groups'),
  own('view', '/view/:request', 'Rental contract'),
  open('direct-view', '/view/:request/:link', 'Rental contract'),
  screen('', `${direct}/eidas`, '', 'sign-in', 'page'),
  screen('', `${direct}/eidas/self`, '', 'sign-in', 'page'),
  screen('', `${direct}/eidas/video`, '', 'sign-in', 'page'),
  screen('', `${direct}/zertes`, '', 'sign-in', 'page'),
  screen('', `${direct}/zertes/auto`, '', 'sign-in', 'page'),
  screen('', `${direct}/zertes/video`, '', 'sign-in', 'page'),
  screen('', `${direct}/zertes/personal-details`, '', 'sign-in', 'page'),
  screen('', `${direct}/id-austria-success`, '', 'sign-in', 'page'),
  own('standards-status', `${standards}/status`, 'Your identity verification'),
  own('standards-office', `${standards}/zertes/loc`, 'At an office near you'),
  own('standards-smartcard', `${standards}/eidas/external-sc`, 'Smart card you already have'),
  screen('', '/direct-sign/:request', '', 'sign-in', inbox),
  open('direct-sign', '/direct-sign/:request/:link', 'Rental contract'),
  open('direct-sign-preview', '/direct-sign/:request/:link/preview', 'Rental contract'),
]
