import { SingleSignOnFailure } from '#web/features/single-sign-on/failure-page.tsx'

export function SsoErrorPage() {
  return <SingleSignOnFailure ofCompany={false} />
}

/** Where the company has to mend something at its provider. */
export function SsoErrorCompanyPage() {
  return <SingleSignOnFailure ofCompany />
}
