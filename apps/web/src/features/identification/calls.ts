import { acceptTerms } from '@countersign/contract/accounts.ts'
import * as wire from '@countersign/contract/identifications.ts'
import type { Language } from '@countersign/contract/values.ts'
import { i18n } from '@lingui/core'
import { call, type CallOptions } from '#web/lib/calls/api.ts'
import { keepUser } from '#web/lib/account/current-user.ts'
import type { StoredLink } from '#web/lib/requests/direct-link.ts'
import type { IdentificationCalls, Person, IdentificationOption } from './holder.ts'

type WayName =
  | 'EIDAS video'
  | 'EIDAS self'
  | 'EIDAS id-austria'
  | 'EIDAS external-sc'
  | 'ZERTES video'
  | 'ZERTES auto'
  | 'ZERTES loc'
  | 'ZERTES external-sc'

const account = {
  'EIDAS video': { create: wire.createSrsVideo, get: wire.getSrsVideo, remove: wire.deleteSrsVideo },
  'EIDAS self': { create: wire.createSrsRobo, get: wire.getSrsRobo, remove: wire.deleteSrsRobo },
  'EIDAS id-austria': { create: wire.createIdAustria, get: wire.getIdAustria, remove: wire.deleteIdAustria },
  'ZERTES video': {
    create: wire.createIntrumVideo,
    get: wire.getIntrumVideo,
    remove: wire.deleteIntrumVideo,
  },
  'ZERTES auto': {
    create: wire.createIntrumAutoident,
    get: wire.getIntrumAutoident,
    remove: wire.deleteIntrumAutoident,
  },
  'EIDAS external-sc': {
    create: wire.createSrsExternalSc,
    get: wire.getSrsExternalSc,
    remove: wire.deleteSrsExternalSc,
  },
  'ZERTES loc': { create: wire.createIntrumLoc, get: wire.getIntrumLoc, remove: wire.deleteIntrumLoc },
  'ZERTES external-sc': {
    create: wire.createIntrumExternalSc,
    get: wire.getIntrumExternalSc,
    remove: wire.deleteIntrumExternalSc,
  },
} satisfies Record<WayName, unknown>

const direct = {
  'EIDAS video': {
    create: wire.createSrsVideoDirect,
    get: wire.getSrsVideoDirect,
    remove: wire.deleteSrsVideoDirect,
  },
  'EIDAS self': {
    create: wire.createSrsRoboDirect,
    get: wire.getSrsRoboDirect,
    remove: wire.deleteSrsRoboDirect,
  },
  'EIDAS id-austria': {
    create: wire.createIdAustriaDirect,
    get: wire.getIdAustriaDirect,
    remove: wire.deleteIdAustriaDirect,
  },
  'ZERTES video': {
    create: wire.createIntrumVideoDirect,
    get: wire.getIntrumVideoDirect,
    remove: wire.deleteIntrumVideoDirect,
  },
  'ZERTES auto': {
    create: wire.createIntrumAutoidentDirect,
    get: wire.getIntrumAutoidentDirect,
    remove: wire.deleteIntrumAutoidentDirect,
  },
  'EIDAS external-sc': {
    create: wire.createSrsExternalScDirect,
    get: wire.getSrsExternalScDirect,
    remove: wire.deleteSrsExternalScDirect,
  },
  'ZERTES loc': {
    create: wire.createIntrumLocDirect,
    get: wire.getIntrumLocDirect,
    remove: wire.deleteIntrumLocDirect,
  },
  'ZERTES external-sc': {
    create: wire.createIntrumExternalScDirect,
    get: wire.getIntrumExternalScDirect,
    remove: wire.deleteIntrumExternalScDirect,
  },
} satisfies Record<WayName, unknown>

const nameOf = ({ legislation, method }: IdentificationOption) => `${legislation} ${method}` as WayName

/** What is left out is what is known of them. */
function bodyOf({ mobile, ...names }: Person, signatureRequestId: string | undefined) {
  return { ...names, ...(mobile !== '' && { mobile }), signatureRequestId, language: i18n.locale as Language }
}

/** What fails is said on the page, which stays. */
const here: CallOptions = { background: true }

/** An account's. With a request, its sender's business may pay. */
export function accountCalls(signatureRequestId: string | undefined): IdentificationCalls {
  return {
    list: async (signal) => (await call(wire.listIdentifications, {}, { ...here, signal })).identifications,
    coverage: (signal) => call(wire.getCoverage, { query: { signatureRequestId } }, { ...here, signal }),
    create: (option, person) =>
      call(account[nameOf(option)].create, { body: bodyOf(person, signatureRequestId) }, here),
    remove: (option, email) => call(account[nameOf(option)].remove, { body: { email } }, here),
    acceptTerms: async () => keepUser(await call(acceptTerms, { body: { tou_swisscom: true } }, here)),
    look: async (option) => (await call(account[nameOf(option)].get, {}, here)).identification,
    returnFromIdAustria: (query) => call(wire.returnIdAustria, { body: { query } }, here),
  }
}

/** A visitor's, for the signature of the link. */
export function directCalls(link: StoredLink): IdentificationCalls {
  const by: CallOptions = { ...here, credential: { userId: link.userid, requestId: link.id } }
  return {
    list: async (signal) =>
      (await call(wire.listIdentificationsDirect, {}, { ...by, signal })).identifications,
    coverage: (signal) => call(wire.getCoverageDirect, {}, { ...by, signal }),
    create: (option, person) => call(direct[nameOf(option)].create, { body: bodyOf(person, link.id) }, by),
    remove: (option, email) => call(direct[nameOf(option)].remove, { body: { email } }, by),
    acceptTerms: () => call(wire.acceptTermsDirect, { body: { tou_swisscom: true } }, by),
    look: async (option) => (await call(direct[nameOf(option)].get, {}, by)).identification,
    returnFromIdAustria: (query) => call(wire.returnIdAustriaDirect, { body: { query } }, by),
  }
}
