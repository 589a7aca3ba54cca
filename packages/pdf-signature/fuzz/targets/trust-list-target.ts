import { TrustListError } from '../../src/trust-lists/trust-list-error.ts'
import { readTrustList } from '../../src/trust-lists/read-trust-list.ts'
import { aTrustList } from '../../src/testing/trust-list-builder.ts'
import { mutateXml } from '../mutation/xml.ts'
import { orRefused, promise } from './target.ts'
import type { MakeTarget } from './target.ts'

/** A list says only what its operator signed, whatever is written around and between it. */
export const trustList: MakeTarget = ({ pki, impostor, operator, time }) => {
  const [issuing, root] = [pki.issuing.certificate.raw, pki.root.certificate.raw]
  const nextUpdate = new Date(time.getTime() + 86_400_000)
  const history = [{ status: 'withdrawn', from: new Date('2019-01-01') }]
  const genuine = [
    aTrustList({ nextUpdate, services: [{ certificate: issuing, status: 'withdrawn' }] }, operator),
    aTrustList(
      {
        territory: 'DE',
        nextUpdate,
        services: [
          { certificate: issuing, history },
          { certificate: root, type: 'TSA/QTST' },
        ],
        pointers: [{ territory: 'CH', signer: root }],
      },
      operator,
    ),
  ]
  const signers = [operator.certificate.raw]
  const asSigned = new Set(genuine.map((list) => JSON.stringify(readTrustList(list, signers))))
  const forged = aTrustList(
    { nextUpdate, services: [{ certificate: impostor.root.certificate.raw }] },
    impostor.root,
  )
  return {
    seeds: [...genuine, forged],
    mutate: mutateXml,
    run(input) {
      const list = orRefused(TrustListError, () => readTrustList(input, signers))
      promise(!list || asSigned.has(JSON.stringify(list)), 'A list says what its operator did not sign')
    },
  }
}
