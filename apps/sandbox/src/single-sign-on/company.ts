import { productClient } from './clients.ts'

/** What the product has to know of the company's provider at this sandbox. */
export function companyAt(sandboxUrl: string) {
  return {
    name: 'Company Ltd',
    issuer: `${sandboxUrl.replace(/\/+$/, '')}/single-sign-on`,
    clientId: productClient.id,
    clientSecret: productClient.secret,
    domains: ['company.example'],
  }
}
