import { type Command, defineCommand } from '../command.ts'

export const verifyCommands: readonly Command[] = [
  defineCommand({
    name: 'verify evidence',
    takes: '[FILE …]',
    summary: 'check the whole audit log, or the evidence file of a request',
    description: `Without FILE it checks the database: every hash chain, and its signed and timestamped heads. With FILE it needs the file alone: no database, no settings, no network.
Exit status 1 if something is invalid. Run it daily, and after a restore. The document store notes which heads were signed last, so that the owner of the database can't remove the newest events together with the heads that cover them. Who can change the store as well could: keep the digest it prints elsewhere and give it the next time with --expect.`,
    options: {
      'evidence-anchors': {
        type: 'string',
        value: 'FILE.pem',
        summary:
          'with FILE: whose signatures to trust, as the service publishes them at /pki/evidence-anchors.pem',
      },
      'timestamp-anchors': {
        type: 'string',
        value: 'FILE.pem',
        summary: 'with it: whose timestamps to trust, as at /pki/timestamp-anchors.pem',
      },
      expect: {
        type: 'string',
        value: 'DIGEST',
        summary: 'without FILE: a digest that an earlier check printed; missing if signed heads were removed',
      },
      request: {
        type: 'string',
        value: 'ID',
        summary: 'with FILE: which request it has to be the evidence of',
      },
    },
    run: async (call) => (await import('./verify-evidence.ts')).verifyEvidence(call),
  }),
  defineCommand({
    name: 'verify documents',
    takes: '',
    summary: 'check that each document is in the store and undamaged; find unused files',
    description: `Reads each version of each document, each attachment and each anonymous upload that the database refers to, and compares it
with its SHA-256. Then it looks for files that nothing refers to: these are reported, not deleted. Exit status 1 if a document is
missing or damaged. Countersign may run meanwhile. Run it after a restore; with --sample or --since, daily.`,
    options: {
      since: { type: 'string', value: '2027-01-31', summary: 'only documents added from that day on (UTC)' },
      sample: { type: 'string', value: 'NUMBER', summary: 'only so many, chosen at random' },
    },
    run: async (call) => (await import('./verify-documents.ts')).verifyDocuments(call),
  }),
  defineCommand({
    name: 'verify',
    takes: 'FILE.pdf …',
    summary: 'validate the signatures of PDFs, without a network',
    description: 'Exit status 1 if a file is unsigned or a signature is invalid.',
    options: {
      anchors: {
        type: 'string',
        value: 'FILE.pem',
        summary: "certificates to trust; without it, this installation's own",
      },
      'trust-list': {
        type: 'string',
        multiple: true,
        value: 'FILE.xml',
        summary: 'a trusted list (ETSI TS 119 612), for the legal value of signatures; may be repeated',
      },
      'list-signers': {
        type: 'string',
        multiple: true,
        value: 'FILE.pem',
        summary: 'certificates that may sign trusted lists; may be repeated',
      },
      xml: { type: 'boolean', summary: 'print the report of ETSI TS 119 102-2' },
    },
    run: async (call) => (await import('./verify-files.ts')).verifyFiles(call),
  }),
]
