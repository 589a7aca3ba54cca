import { describe, expect, test } from 'vitest'
import { DnsUnavailable, type TxtRecords } from './port.ts'

export interface TxtRecordsStage {
  readonly records: TxtRecords
  /** Writes a record as the domain's owner does at their host. */
  set(name: string, value: string): Promise<void>
  remove(name: string): Promise<void>
  failNext(kind: 'timeout' | 'server_failure' | 'refused', times: number): Promise<void>
  heal(): Promise<void>
}

/** What every reader of TXT records has to do; `stage` is called in each test. */
export function txtRecordsConformance(name: string, stage: () => TxtRecordsStage): void {
  describe(`${name} reads TXT records`, () => {
    test('each text is one, however it was cut, in any case of the name', async () => {
      const { records, set } = stage()
      const long = 'a'.repeat(300)
      await set('_proof.firm.example', 'x=1 y')
      await set('_proof.firm.example', long)
      expect((await records.read('_proof.FIRM.example')).toSorted()).toEqual([long, 'x=1 y'])
    })

    test('a name that is not there, and one without such records, have none', async () => {
      const { records, set } = stage()
      await set('_proof.firm.example', 'x')
      expect(await records.read('firm.example')).toEqual([])
      expect(await records.read('_proof.other.example')).toEqual([])
    })

    test('what has changed is seen at the next look', async () => {
      const { records, set, remove } = stage()
      await set('_proof.firm.example', 'old')
      expect(await records.read('_proof.firm.example')).toEqual(['old'])
      await remove('_proof.firm.example')
      expect(await records.read('_proof.firm.example')).toEqual([])
      await set('_proof.firm.example', 'new')
      expect(await records.read('_proof.firm.example')).toEqual(['new'])
    })

    test.each(['timeout', 'server_failure', 'refused'] as const)(
      '%s that lasts is no answer, and not the answer that there is none; it is well again after',
      async (kind) => {
        const { records, set, failNext, heal } = stage()
        await set('_proof.firm.example', 'x')
        await failNext(kind, -1)
        await expect(records.read('_proof.firm.example')).rejects.toBeInstanceOf(DnsUnavailable)
        await heal()
        expect(await records.read('_proof.firm.example')).toEqual(['x'])
      },
    )

    test('an answer that gets lost once is asked for again', async () => {
      const { records, set, failNext } = stage()
      await set('_proof.firm.example', 'x')
      await failNext('timeout', 1)
      expect(await records.read('_proof.firm.example')).toEqual(['x'])
    })
  })
}
