import { parseCertificate, sameBytes } from '@countersign/pdf-signature/cms/certificates/certificate.ts'
import { generateKeys, isOfKind, decryptIdentity, encryptIdentity, masterKeyOf } from './identity.ts'
import type { Identity } from './identity.ts'
import type { MasterKey } from '#api/platform/secrets/secret-box.ts'
import type { KeyStore } from './key-store.ts'
import type { ReplaceableRole } from './port.ts'
import {
  demonstrationProfile,
  issueByProfile,
  issuingProfile,
  ocspProfile,
  ocspUrl,
  rootProfile,
  serviceProfile,
} from './profiles.ts'
import { issuePersonal, type PersonalHolder } from './personal-certificate.ts'
import type { AuthorityOptions } from './authority-options.ts'

const roles = ['root', 'issuing', 'ocsp', 'service', 'demo'] as const
export type Role = (typeof roles)[number]

const day = 24 * 60 * 60 * 1000

const issuers = {
  root: undefined,
  issuing: 'root',
  ocsp: 'issuing',
  service: 'issuing',
  demo: undefined,
} as const

// How long before its end a certificate is replaced: an authority before it would cut short what it issues.
const renewalMargins: Record<Role, number> = {
  root: 4 * 365 * day,
  issuing: 4 * 365 * day,
  ocsp: 60 * day,
  service: 180 * day,
  demo: 180 * day,
}

/** This installation's certificate authority: a root, an issuing one below it, and what they issued to the service. */
export interface LocalAuthority {
  readonly store: KeyStore
  readonly now: () => Date
  /** The certificate in use in this role; a new one in time before it ends. */
  current(role: Role): Promise<Identity>
  /** Replaces the one in use, as after its revocation. */
  replace(role: ReplaceableRole, used: Identity): Promise<Identity>
  /** Takes over what other processes have issued. */
  reload(): Promise<void>
  /** A certificate for a person and one signing. Its key exists only in the returned value. */
  issuePersonal(holder: PersonalHolder): Promise<Identity>
  /** Every certificate this installation's signatures chain to: root and demonstration ones, past ones too; DER. */
  anchors(): Promise<readonly Uint8Array[]>
  /** Of them those of the service's own signatures, DER: below them nobody else has a key. */
  roots(): Promise<readonly Uint8Array[]>
  /** Those of the service and for demonstrations, past ones too: they sign for people and name none of them. DER. */
  sharedCertificates(): Promise<readonly Uint8Array[]>
}

type Identities = Map<Role, Identity>

/** Opens the authority, and makes it on the first start; any number of processes may do so at once. */
export async function openLocalAuthority(options: AuthorityOptions): Promise<LocalAuthority> {
  const { store, now } = options
  let identities = await loadNewest(store, options.masterKey)
  // Under the lock everything is looked at again, so that several calls at once issue one certificate.
  const renew = async (unwanted?: Identity): Promise<Identities> =>
    (identities = await store.exclusively((locked) => completeSet(locked, options, unwanted)))
  const current = async (role: Role): Promise<Identity> => {
    const held = identities.get(role)
    return held && isCurrent(role, identities, options) ? held : identityOf(await renew(), role)
  }

  for (const role of roles) await current(role)
  return {
    store,
    now,
    current,
    replace: async (role, used) => identityOf(await renew(used), role),
    reload: async () => {
      identities = await loadNewest(store, options.masterKey)
    },
    issuePersonal: async (holder) => issuePersonal(await current('issuing'), holder, options),
    anchors: () => loadCertificates(store, ['root', 'demo']),
    roots: () => loadCertificates(store, ['root']),
    sharedCertificates: () => loadCertificates(store, ['service', 'demo']),
  }
}

async function loadCertificates(store: KeyStore, wanted: readonly Role[]): Promise<readonly Uint8Array[]> {
  const keys = await store.loadAll()
  return keys
    .filter(({ name }) => wanted.some((role) => name.startsWith(`${role}-`)))
    .map(({ certificate }) => certificate)
}

/** The master key that the stored keys are encrypted with; undefined on an installation that has none yet. */
export async function findMasterKeyInUse(
  store: KeyStore,
  masterKey: MasterKey,
): Promise<Uint8Array | undefined> {
  const first = (await store.loadAll()).find(({ name }) => roles.some((role) => name.startsWith(`${role}-`)))
  return first && masterKeyOf(first, masterKey)
}

function identityOf(identities: Identities, role: Role): Identity {
  const identity = identities.get(role)
  if (!identity) throw new Error(`The authority has no ${role} certificate`)
  return identity
}

/** The highest number of each role's series. */
async function loadNewest(store: KeyStore, masterKey: MasterKey): Promise<Identities> {
  const newest: Identities = new Map()
  const keys = await store.loadAll()
  for (const role of roles) {
    const series = keys.filter(({ name }) => name.startsWith(`${role}-`))
    const last = series.toSorted((a, b) => numberOf(b.name) - numberOf(a.name))[0]
    if (last) newest.set(role, decryptIdentity(last, masterKey))
  }
  return newest
}

const numberOf = (name: string): number => Number(name.slice(name.lastIndexOf('-') + 1))

/** Long enough valid, issued by today's authority, and the service's tells today's address for its status. */
function isCurrent(role: Role, identities: Identities, options: AuthorityOptions): boolean {
  const { installation, now, keyKind = 'P-256' } = options
  const identity = identityOf(identities, role)
  const { certificate } = identity
  if ((role === 'service' || role === 'demo') && !isOfKind(identity, keyKind)) return false
  if (certificate.notAfter.getTime() - now().getTime() <= renewalMargins[role]) return false
  const issuer = issuers[role] && identities.get(issuers[role])?.certificate
  if (issuer && !sameBytes(certificate.issuerName, issuer.subjectName)) return false
  return role !== 'service' || certificate.ocspUrls[0] === ocspUrl(installation)
}

/** Under the lock: what other processes have made meanwhile is taken, what is missing is issued, top down. */
async function completeSet(
  store: KeyStore,
  options: AuthorityOptions,
  unwanted?: Identity,
): Promise<Identities> {
  const identities = await loadNewest(store, options.masterKey)
  for (const role of roles) {
    const held = identities.get(role)
    if (held && held.name !== unwanted?.name && isCurrent(role, identities, options)) continue
    const number = held ? numberOf(held.name) + 1 : 1
    const identity = issue(role, `${role}-${number}`, identities, options)
    await store.save(encryptIdentity(identity, options.masterKey), identity.certificate)
    identities.set(role, identity)
  }
  return identities
}

const profiles = {
  root: rootProfile,
  issuing: issuingProfile,
  ocsp: ocspProfile,
  service: serviceProfile,
  demo: demonstrationProfile,
} as const

function issue(
  role: Role,
  name: string,
  identities: Identities,
  { installation, now, keyKind = 'P-256' }: AuthorityOptions,
): Identity {
  const keys = generateKeys(keyKind)
  const issuer = issuers[role] && identityOf(identities, issuers[role])
  const certificate = parseCertificate(issueByProfile(profiles[role](installation), keys, issuer, now()))
  return { name, certificate, privateKey: keys.privateKey }
}
