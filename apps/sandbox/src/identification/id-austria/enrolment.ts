/** The one client of this stand-in. */
export const idAustriaClient = {
  id: 'https://countersign.sandbox.example/id-austria',
  secret: 'an-id-austria-secret-of-the-sandbox-and-of-nobody-else',
} as const

export const idAustriaMount = '/id-austria'

/** What a registration hands over. */
export const idAustriaAt = (origin: string) => ({
  issuer: origin + idAustriaMount,
  clientId: idAustriaClient.id,
  clientSecret: idAustriaClient.secret,
})

/** Where people are sent back to; registered letter by letter, with no query of their own. */
export const returnPaths = [
  '/profile/signature-standards/id-austria-success',
  '/direct-sign/identification/id-austria-success',
] as const
