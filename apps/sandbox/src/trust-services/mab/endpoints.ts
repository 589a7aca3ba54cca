const realm = '/auth/realms/broker'
const protocol = `${realm}/protocol/openid-connect`

/** Where MAB is reached, as its API description has it; `authorization` by browsers, all others by customers. */
export const endpoints = {
  authorization: `${protocol}/auth`,
  discovery: `/api${realm}/.well-known/openid-configuration`,
  webfinger: `/api${realm}/.well-known/webfinger`,
  keys: `/api${protocol}/certs`,
  pushed: `/api${protocol}/ext/par/request`,
  token: `/api${protocol}/token`,
  backChannel: `/api${protocol}/oauth-authorize`,
  backChannelToken: `/api${protocol}/oauth-token`,
  revocation: `/api${protocol}/revoke`,
  signing: '/api/etsi/v1/signatures/signDoc',
} as const

export const issuerOf = (url: string): string => `${url}/api${realm}`
