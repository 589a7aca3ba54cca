import { describe, expect, test } from 'vitest'
import { SmsRefused, type SmsSender, SmsUnavailable } from './port.ts'

export interface SmsStage {
  readonly sender: SmsSender
  /** One that proves itself with a key that the far side does not know. */
  readonly stranger: SmsSender
  /** The texts that the far side has taken for this number, newest first. */
  received(to: string): Promise<string[]>
  /** Makes the far side meet the next tries in this way. */
  failNext(
    kind: 'reject_recipient' | 'temporary_failure' | 'status_503' | 'refused' | 'timeout',
    times: number,
  ): Promise<void>
}

let count = 0
const aMessage = (to: string, text = 'Countersign: 123456') => ({
  to,
  text,
  reference: `test-${(count += 1)}`,
})

/** What every sender of short messages has to do; `stage` is called in each test. */
export function smsConformance(name: string, stage: () => SmsStage): void {
  describe(`${name} sends short messages`, () => {
    test('a message arrives as it was written, once', async () => {
      const { sender, received } = stage()
      const message = aMessage('+41791234567', 'Ihr Code für «Vertrag Ü»: 123456\nNie weitergeben.')
      await sender.send(message)
      await sender.send(message)
      expect(await received('+41791234567')).toEqual([message.text])
    })

    test('a number that takes none, and one that is none, are refused for good', async () => {
      const { sender, received, failNext } = stage()
      await expect(sender.send(aMessage('0791234567'))).rejects.toBeInstanceOf(SmsRefused)
      await failNext('reject_recipient', 1)
      await expect(sender.send(aMessage('+41791234567'))).rejects.toBeInstanceOf(SmsRefused)
      expect(await received('+41791234567')).toEqual([])
    })

    test.each(['temporary_failure', 'status_503', 'refused'] as const)(
      '%s once is got over',
      async (kind) => {
        const { sender, received, failNext } = stage()
        await failNext(kind, 1)
        await sender.send(aMessage('+41791234567'))
        expect(await received('+41791234567')).toHaveLength(1)
      },
    )

    test.each(['temporary_failure', 'status_503', 'refused', 'timeout'] as const)(
      '%s that lasts is said to be an outage, and says nothing of the message',
      async (kind) => {
        const { sender, failNext } = stage()
        await failNext(kind, -1)
        const failed = sender.send(aMessage('+41791234567'))
        await expect(failed).rejects.toBeInstanceOf(SmsUnavailable)
        await expect(failed).rejects.not.toThrow(/123456|\+4179/)
      },
    )

    test('a wrong key sends nothing', async () => {
      const { stranger, received } = stage()
      await expect(stranger.send(aMessage('+41791234567'))).rejects.toBeInstanceOf(SmsUnavailable)
      expect(await received('+41791234567')).toEqual([])
    })
  })
}
