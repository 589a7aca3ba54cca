/** Every link of the app. A part that came from outside is encoded here and nowhere else. */
const part = encodeURIComponent

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, value)
  return search.size > 0 ? `${path}?${search}` : path
}

export const paths = {
  home: () => '/',
  dashboard: (query: { tab?: string; q?: string; welcome?: string } = {}) => withQuery('/dashboard', query),
  upload: () => '/upload',
  login: (query: { email?: string } = {}) => withQuery('/login', query),
  loggedOut: () => '/login?logged-out',
  logout: () => '/logout',
  signup: (query: { email?: string } = {}) => withQuery('/signup', query),
  signupMailSent: () => '/signup/mail-sent',
  signupSteps: () => '/signup/steps',
  signupSso: () => '/signup/sso',
  eidPlusNew: () => '/signup/flows/eidplus/new',
  eidPlusConfirm: () => '/signup/flows/eidplus/confirm',
  ssoError: () => '/sso/error',
  passwordReset: (query: { email?: string } = {}) => withQuery('/password-reset', query),
  passwordResetNew: () => '/password-reset/new',
  passwordResetMailSent: () => '/password-reset/mail-sent',
  profile: () => '/profile',
  profileConfirm: () => '/profile/confirm',
  settings: () => '/profile/settings',
  changePassword: () => '/profile/change-password',
  visualSignature: () => '/profile/visual-signature',
  signerGroups: () => '/signer-groups',
  qualities: (page?: QualitiesSubpage) =>
    `/profile/signature-standards${page === undefined ? '' : `/${page}`}`,
  businessRegister: () => '/business/register',
  businessSignup: (query: { email?: string } = {}) => withQuery('/business/signup', query),
  businessSignupSteps: () => '/business/signup/steps',
  businessSignupMailSent: () => '/business/signup/mail-sent',
  businessWelcome: () => '/business/welcome',
  businessDashboard: () => '/business/dashboard',
  businessDomains: () => '/business/members/domains',
  companySignIn: () => '/business/company-sign-in',
  businessSignerGroups: () => '/business/members/signer-groups',
  businessSettings: () => '/business/settings',
  businessExtras: () => '/business/extras',
  aesForBusiness: () => '/business/profile/aes-for-business',
  apiUsers: () => '/business/developers/api',
  invite: (id: string) => `/invite/${part(id)}`,
  businessProfile: () => '/business/profile',
  businessMembers: () => '/business/members',
  businessActivity: () => '/business/activity',
  businessSeals: () => '/business/seals',
  businessSeal: (name: string) => `/business/seals/${part(name)}`,
  businessUpgrade: () => '/business/upgrade',
  businessPlan: () => '/business/billing/plan',
  terms: () => '/terms',
  compose: (id: string, step?: ComposeStep) => withQuery(`/compose/${part(id)}`, { step }),
  templates: () => '/templates',
  template: (id: string) => `/templates/${part(id)}`,
  bulkSend: (templateId: string) => `/templates/${part(templateId)}/send`,
  bulkSends: () => '/bulk-sends',
  bulkSendReport: (id: string) => `/bulk-sends/${part(id)}`,
  view: (id: string) => `/view/${part(id)}`,
  directSign: (id: string, userId: string) => `/direct-sign/${part(id)}/${part(userId)}`,
  verify: () => '/verify',
  anonymousUpload: (token: string) => `/sendto/${part(token)}`,
  success: (id: string) => `/success/${part(id)}`,
  sorry: () => '/sorry',
  maintenance: () => '/maintenance',
  cookiesBlocked: () => '/cookiesblocked',
  bye: () => '/bye',
} as const

export type QualitiesSubpage = 'update' | 'mobile-id' | 'legislation' | IdentificationPage

/** The pages of being identified, the same for an account and by a link. */
export type IdentificationPage =
  | 'eidas'
  | 'eidas/self'
  | 'eidas/video'
  | 'eidas/external-sc'
  | 'zertes'
  | 'zertes/auto'
  | 'zertes/video'
  | 'zertes/loc'
  | 'zertes/external-sc'
  | 'zertes/personal-details'
  | 'id-austria-success'
  | 'status'

export type ComposeStep = 'documents' | 'people' | 'fields' | 'send'

/** A path of our own and nothing that a browser could read as another host: what a redirect may lead to. */
export function isOwnPath(address: string): boolean {
  return /^\/(?![/\\])/.test(address) && !/[\u0000-\u001F\\]/.test(address)
}
