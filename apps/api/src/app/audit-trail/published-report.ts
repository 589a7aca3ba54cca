import { isSameMailbox } from '@countersign/contract/email.ts'
import type { Protocol } from './protocol.ts'
import { presentProtocolJson } from './protocol-json.ts'

type Trail = ReturnType<typeof presentProtocolJson>
type TrailPerson = Trail['userList'][number]
type TrailAction = TrailPerson['userActions'][number]

/** The audit trail as clients of the integration API know it: its members and no others, texts where they expect texts. */
export function presentReport(protocol: Protocol) {
  const { header, userList, senderBusiness } = presentProtocolJson(protocol)
  const documents = protocol.documents.map(({ id, versions }) => ({
    documentId: id,
    documentSha256: versions[0]?.sha256 ?? '',
  }))
  return {
    header: { ...header, attachmentNames: header.attachmentNames.join(', ') },
    userList: userList.map((person) => ({
      ...nameOf(person),
      groupName: person.groupName ?? '',
      mobile: person.mobile ?? '',
      businessName: isSender(person, protocol) ? (senderBusiness ?? '') : '',
      userActions: person.userActions.map((action) => presentAction(action, documents)),
    })),
    error: null,
  }
}

/** A program goes by its user name, under the name of its business. */
function nameOf({ id, firstname, lastname, email }: TrailPerson) {
  const isProgram = email !== null && email !== '' && !email.includes('@')
  return isProgram
    ? { id: email, firstname: [firstname, lastname].filter(Boolean).join(' '), lastname: '', email: '' }
    : { id, firstname, lastname, email: email ?? '' }
}

function isSender({ email }: TrailPerson, { request }: Protocol): boolean {
  return email !== null && isSameMailbox(email, request.owner.email)
}

function presentAction(
  action: TrailAction,
  documents: readonly { documentId: string; documentSha256: string }[],
) {
  return {
    name: action.name === 'PROTOCOL_MADE' ? 'REPORT_CREATED' : action.name,
    ip: action.ip,
    time: timeOf(action.time),
    quality: action.quality ?? '',
    legislation: action.legislation ?? '',
    documents: action.name === 'CREATED' ? [...documents] : action.documents,
    documentId: action.documentId ?? '',
    documentSha256: action.documentSha256 ?? '',
    documentPageCount: action.documentPageCount ?? 0,
    documentSize: action.documentSize ?? 0,
    message: action.message ?? '',
    signatureId: action.signatureId ?? '',
    signersAdded: action.signersAdded,
    signersRemoved: action.signersRemoved,
    observersAdded: action.observersAdded,
    observersRemoved: action.observersRemoved,
    delegatees: action.delegatees,
    delegatedSignatureId: action.delegatedSignatureId,
    newSignatureIds: action.newSignatureIds,
    certificateSubject: action.certificateSubject,
    certificateSerial: action.certificateSerial,
    certificateIssuer: action.certificateIssuer,
    signatureImage: action.signatureImage,
    signerGroupsAdded: action.signerGroupsAdded,
    signerGroupsRemoved: action.signerGroupsRemoved,
    signerGroupName: action.signerGroupName,
    mabEvidenceId: action.mabEvidenceId,
  }
}

/** To the second, in Greenwich time: as clients parse it. */
const timeOf = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 19)} GMT`
