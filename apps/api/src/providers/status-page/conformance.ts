import { describe, expect, test } from 'vitest'
import { StatusPageUnavailable } from './port.ts'
import type { StatusPage } from './port.ts'

export type StatusPageStage = {
  statusPage: StatusPage
  /** Publishes a maintenance; `blocking` ones let nobody work. */
  publish(maintenance: {
    name: string
    stage: 'announced' | 'current' | 'over'
    blocking: boolean
  }): Promise<void>
  failNext(kind: 'timeout' | 'status_503' | 'refused'): Promise<void>
}

/** What every status page adapter has to do; `stage` is called in each test. */
export function statusPageConformance(name: string, stage: () => StatusPageStage): void {
  describe(`${name} is a status page`, () => {
    test('a quiet day', async () => {
      const status = await stage().statusPage.read()
      expect(status).toMatchObject({ indicator: 'none', maintenances: [] })
      expect(status.description).not.toBe('')
      expect(status.components.length).toBeGreaterThan(0)
    })

    test.each([
      { stage: 'announced', blocking: true, shown: { isInProgress: false, isBlocking: false } },
      { stage: 'current', blocking: true, shown: { isInProgress: true, isBlocking: true } },
      { stage: 'current', blocking: false, shown: { isInProgress: true, isBlocking: false } },
    ] as const)('$stage maintenance, blocking: $blocking', async ({ shown, ...maintenance }) => {
      const { statusPage, publish } = stage()
      await publish({ name: 'New database', ...maintenance })
      const { maintenances } = await statusPage.read()
      expect(maintenances).toMatchObject([{ name: 'New database', ...shown }])
      expect(maintenances[0]?.endsAt.getTime()).toBeGreaterThan(
        maintenances[0]?.startsAt.getTime() ?? Infinity,
      )
    })

    test('a maintenance that is over is left out', async () => {
      const { statusPage, publish } = stage()
      await publish({ name: 'New database', stage: 'over', blocking: true })
      expect((await statusPage.read()).maintenances).toEqual([])
    })

    test.each(['timeout', 'status_503', 'refused'] as const)(
      '%s: unavailable, and well again after',
      async (kind) => {
        const { statusPage, failNext } = stage()
        await failNext(kind)
        await expect(statusPage.read()).rejects.toBeInstanceOf(StatusPageUnavailable)
        expect((await statusPage.read()).indicator).toBe('none')
      },
    )
  })
}
