import { randomBytes } from 'node:crypto'
import {
  aHolder,
  aTimestampToken,
  timestampingExtensions,
} from '@countersign/pdf-signature/cms/testing/sample-authority.ts'
import { expect, test } from 'vitest'
import { TimestampUnavailable } from '#api/providers/timestamp/port.ts'
import { anOrder, stepwiseConformance } from '../stepwise/conformance.ts'
import { aPerson, aSeal } from '../stepwise/people.fixture.ts'
import { openLocalAuthority } from './authority.ts'
import { inMemoryKeyStore } from './in-memory-key-store.ts'
import { localStepwise } from './stepwise.ts'
import { localTrustService } from './trust-service.ts'

const unit = aHolder({ name: 'Time-stamps', extensions: timestampingExtensions() })
const signer = { name: 'Anna Müller', email: 'anna@example.test' }
const timestamps = {
  timestamp: async (digest: Uint8Array) => ({ token: aTimestampToken(unit, digest) }),
  validation: async () => ({ certificates: [], ocsps: [], crls: [] }),
  anchors: async () => [unit.certificate.raw],
}

async function open() {
  const authority = await openLocalAuthority({
    store: inMemoryKeyStore(),
    masterKey: { current: randomBytes(32), previous: [] },
    installation: { organization: 'Countersign', publicUrl: 'https://sign.example.test' },
    now: () => new Date(),
  })
  return localTrustService(authority)
}

stepwiseConformance('the local authority', async () => {
  const service = localStepwise(await open(), timestamps)
  return {
    service,
    parties: [
      { kind: 'service', quality: 'SES', signer },
      { kind: 'service', quality: 'DEMO', signer },
      aPerson('AES', 'ZERTES'),
      aPerson('AES', 'EIDAS'),
    ],
    asks: false,
    act: async () => undefined,
    reopen: () => service,
  }
})

test('an organisation cannot seal with it, nobody is qualified, and without a time-stamp nothing is signed', async () => {
  const trustService = await open()
  for (const party of [aSeal(), aPerson('QES', 'ZERTES'), aPerson('QES', 'EIDAS')])
    await expect(localStepwise(trustService, timestamps).begin(anOrder(party))).rejects.toMatchObject({
      code: 'misconfigured',
    })
  const outage = new TimestampUnavailable([])
  const away = { ...timestamps, timestamp: () => Promise.reject(outage) }
  const signing = localStepwise(trustService, away).begin(
    anOrder({ kind: 'service', quality: 'SES', signer }),
  )
  await expect(signing).rejects.toBe(outage)
})
