import type { Signature, SignatureRequest } from '#api/signature-requests/signature-request.ts'
import type { Signing } from './repository.ts'

const words = {
  en: { signed: 'Signed electronically', demo: 'Demonstration, without legal effect', reason: 'Reason' },
  de: { signed: 'Elektronisch unterzeichnet', demo: 'Demonstration, ohne Rechtswirkung', reason: 'Grund' },
  fr: { signed: 'Signé électroniquement', demo: 'Démonstration, sans effet juridique', reason: 'Motif' },
  it: {
    signed: 'Firmato elettronicamente',
    demo: 'Dimostrazione, senza effetto giuridico',
    reason: 'Motivo',
  },
}

/** What stands beside the image in a signature field: who, what, when (with its zone), and why where that was said. */
export function appearanceLines(
  request: Pick<SignatureRequest, 'quality'>,
  signature: Pick<Signature, 'language'>,
  signing: Pick<Signing, 'signing_name' | 'signing_reason' | 'created_at'>,
): string[] {
  const said = words[signature.language]
  const time = `${signing.created_at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
  return [
    signing.signing_name,
    request.quality === 'DEMO' ? said.demo : said.signed,
    time,
    ...(signing.signing_reason ? [`${said.reason}: ${signing.signing_reason}`] : []),
  ]
}
