export type ClientAuthentication = 'basic' | 'post'

/** How one remote signing service differs from another: what it announces by `info`, and what it takes. */
export type CscProvider = {
  name: string
  /** Before `/csc/v…` and `/oauth2/…`. */
  prefix: string
  version: 1 | 2
  specs: string
  authType: readonly ('oauth2code' | 'oauth2client')[]
  /** Takes the request beforehand, at oauth2/pushed_authorize. */
  takesPushed: boolean
  /** Takes authorization_details; said from version 2.1 on. */
  supportsRar?: boolean
  hashTypes?: readonly string[]
  clientAuthentication: readonly ClientAuthentication[]
  /** What its keys sign by. */
  algorithms: readonly string[]
}

const ecdsaWithSha256 = '1.2.840.10045.4.3.2'
const rsaEncryption = '1.2.840.113549.1.1.1'
const rsaWithSha2 = ['1.2.840.113549.1.1.11', '1.2.840.113549.1.1.12', '1.2.840.113549.1.1.13']

/** One that knows a customer's community of users, and three as most are: everyone signs in to them themselves. */
export const providers: readonly CscProvider[] = [
  {
    name: 'Sandbox remote signing - TEST ONLY',
    prefix: '',
    version: 2,
    specs: '2.2.0.0',
    authType: ['oauth2code', 'oauth2client'],
    takesPushed: true,
    supportsRar: true,
    hashTypes: ['dtbsr'],
    clientAuthentication: ['post', 'basic'],
    algorithms: rsaWithSha2,
  },
  {
    name: 'Sandbox remote signing, pushed requests - TEST ONLY',
    prefix: '/pushed',
    version: 2,
    specs: '2.2.0.0',
    authType: ['oauth2code'],
    takesPushed: true,
    supportsRar: false,
    hashTypes: ['2.16.840.1.101.3.4.2.1'],
    clientAuthentication: ['basic'],
    algorithms: [ecdsaWithSha256],
  },
  {
    name: 'Sandbox remote signing, plain requests - TEST ONLY',
    prefix: '/plain',
    version: 2,
    specs: '2.0.0.2',
    authType: ['oauth2code'],
    takesPushed: false,
    clientAuthentication: ['basic'],
    algorithms: [ecdsaWithSha256],
  },
  {
    name: 'Sandbox remote signing, version 1 - TEST ONLY',
    prefix: '/first',
    version: 1,
    specs: '1.0.4.0',
    authType: ['oauth2code', 'oauth2client'],
    takesPushed: false,
    clientAuthentication: ['post'],
    algorithms: [rsaEncryption],
  },
]

export const apiOf = ({ prefix, version }: CscProvider): string => `${prefix}/csc/v${version}`
