import type { Signature, SignatureRequest } from './signature-request.ts'

export const now = new Date('2026-11-20T12:00:00Z')

/** One whose turn it is. */
export function aSignature(given: Partial<Signature> = {}): Signature {
  return {
    id: crypto.randomUUID(),
    role: null,
    sequence: -1,
    email: 'anna@example.org',
    firstName: 'Anna',
    lastName: 'Keller',
    mobile: null,
    language: 'en',
    notify: true,
    accountId: null,
    link: null,
    group: null,
    status: 'OPEN',
    openedAt: null,
    signedAt: null,
    signedName: null,
    delivery: null,
    signing: null,
    declineMessage: null,
    delegatedBy: null,
    remindedAt: null,
    allDocuments: true,
    byAccountEmail: false,
    documents: [],
    ...given,
  }
}

/** One that is sent. */
export function aRequest(given: Partial<SignatureRequest> = {}): SignatureRequest {
  return {
    id: crypto.randomUUID(),
    owner: { id: crypto.randomUUID(), email: 'ben@example.org', name: 'Ben', language: 'en' },
    title: 'Contract',
    retention: null,
    message: '',
    quality: 'SES',
    legislation: null,
    status: 'OPEN',
    version: 1,
    expiresAt: new Date('2027-01-01T00:00:00Z'),
    createdAt: now,
    updatedAt: now,
    initiatedAt: now,
    completedAt: null,
    correctedAt: null,
    withdrawMessage: null,
    mailAttachments: null,
    departed: [],
    documents: [
      {
        id: crypto.randomUUID(),
        versionId: crypto.randomUUID(),
        name: 'a.pdf',
        size: 1,
        pages: [],
        signatureFields: [],
        formFields: [],
        formProblem: null,
      },
    ],
    observers: [],
    attachments: [],
    signatures: [aSignature()],
    ...given,
  }
}
