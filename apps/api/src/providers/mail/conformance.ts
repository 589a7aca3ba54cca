import { describe, expect, test } from 'vitest'
import { MailDeferred, MailRejected } from './port.ts'
import type { Mailer, OutgoingMail } from './port.ts'

export type ReceivedMail = {
  to: string
  subject: string
  text: string
  html: string
  attachments: { filename: string; contentType: string; size: number }[]
}

export type MailStage = {
  mailer: Mailer
  /** The mails that the far side has taken for this address, newest first. */
  received(to: string): Promise<ReceivedMail[]>
  /** Makes the far side meet the next mail in this way. */
  failNext(
    kind:
      | 'reject_sender'
      | 'reject_sender_late'
      | 'deny_relay'
      | 'require_authentication'
      | 'reject_size'
      | 'reject_recipient'
      | 'temporary_failure'
      | 'refused'
      | 'timeout'
      | 'size_limit',
  ): Promise<void>
}

/** What every mail adapter has to do; `stage` is called in each test. */
export function mailerConformance(name: string, stage: () => MailStage): void {
  describe(`${name} is a mailer`, () => {
    test('a mail arrives as it was written', async () => {
      const { mailer, received } = stage()
      const attachments = [
        { filename: 'Vertrag ü.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF') },
      ]
      await mailer.send(aMail({ to: 'anna@example.test', subject: 'Grüße, 你好 👋', attachments }))
      const [mail] = await received('anna@example.test')
      expect(mail).toMatchObject({ to: 'anna@example.test', subject: 'Grüße, 你好 👋' })
      expect(mail?.text.trim()).toBe('Guten Tag\n.\nEnde')
      expect(mail?.html.trim()).toBe('<p>Guten Tag &amp; Grüße</p>')
      const kept = mail?.attachments.map(({ filename, contentType, size }) => ({
        filename,
        contentType,
        size,
      }))
      expect(kept).toEqual([{ filename: 'Vertrag ü.pdf', contentType: 'application/pdf', size: 4 }])
    })

    test('line breaks in a subject add no header', async () => {
      const { mailer, received } = stage()
      await mailer.send(aMail({ to: 'ben@example.test', subject: 'Offer\r\nBcc: eve@example.test' }))
      expect(await received('eve@example.test')).toEqual([])
      expect(await received('ben@example.test')).toMatchObject([{ subject: 'Offer Bcc: eve@example.test' }])
    })

    test.each([
      '',
      'nobody',
      'a@b.test, eve@example.test',
      'a@b.test\r\nRCPT TO:<eve@example.test>',
      '<a@b.test>',
    ])('a recipient that is not one address is rejected: %j', async (to) => {
      const { mailer, received } = stage()
      await expect(mailer.send(aMail({ to }))).rejects.toBeInstanceOf(MailRejected)
      expect(await received('eve@example.test')).toEqual([])
    })

    test('a refused recipient is rejected for good, and the next mail passes', async () => {
      const { mailer, received, failNext } = stage()
      await failNext('reject_recipient')
      const failed = mailer.send(aMail({ to: 'carla@example.test' }))
      await expect(failed).rejects.toBeInstanceOf(MailRejected)
      await expect(failed).rejects.toMatchObject({ to: 'carla@example.test' })
      await mailer.send(aMail({ to: 'carla@example.test' }))
      expect(await received('carla@example.test')).toHaveLength(1)
    })

    test('a mail that is too large for the server is told from one that it refuses for another reason', async () => {
      const { mailer, received, failNext } = stage()
      const [to, content] = ['dora@example.test', Buffer.alloc(9 * 1024 * 1024, 'x')]
      const attachments = [{ filename: 'Vertrag.pdf', contentType: 'application/pdf', content }]
      await failNext('size_limit')
      await expect(mailer.send(aMail({ to, attachments }))).rejects.toMatchObject({ isTooLarge: true })
      expect(await received(to)).toEqual([])
      await failNext('reject_recipient')
      await expect(mailer.send(aMail({ to }))).rejects.toMatchObject({ isTooLarge: false })
    })

    test('a mail that is refused for its size before it is offered is too large as well', async () => {
      const { mailer, failNext } = stage()
      await failNext('reject_size')
      await expect(mailer.send(aMail({ to: 'dora@example.test' }))).rejects.toMatchObject({
        isTooLarge: true,
      })
    })

    test.each(['reject_sender', 'reject_sender_late', 'deny_relay'] as const)(
      'a server that takes nothing from us (%s) is not well until it takes a mail again',
      async (kind) => {
        const { mailer, failNext } = stage()
        await failNext(kind)
        const deferred = mailer.send(aMail({ to: 'emil@example.test' }))
        await expect(deferred).rejects.toThrow('takes no emails from this installation')
        await expect(mailer.check()).rejects.toThrow('5.7.1')
        await mailer.send(aMail({ to: 'emil@example.test' }))
        await mailer.check()
      },
    )

    test.each([
      'reject_sender',
      'reject_sender_late',
      'deny_relay',
      'require_authentication',
      'temporary_failure',
      'refused',
      'timeout',
    ] as const)('%s defers the mail', async (kind) => {
      const { mailer, received, failNext } = stage()
      await failNext(kind)
      const deferred = mailer.send(aMail({ to: 'dan@example.test' }))
      await expect(deferred).rejects.toBeInstanceOf(MailDeferred)
      // The sender reads it: what became of a connection to our server is not theirs to know.
      if (kind === 'refused' || kind === 'timeout')
        await expect(deferred).rejects.toThrow('the mail server cannot be reached')
      await mailer.send(aMail({ to: 'dan@example.test' }))
      expect(await received('dan@example.test')).toHaveLength(1)
    })

    test('many mails at once all arrive', async () => {
      const { mailer, received } = stage()
      const subjects = Array.from({ length: 40 }, (_, index) => `Mail ${index}`)
      await Promise.all(subjects.map((subject) => mailer.send(aMail({ to: 'erin@example.test', subject }))))
      const arrived = (await received('erin@example.test')).map(({ subject }) => subject)
      expect(arrived.toSorted()).toEqual(subjects.toSorted())
    })
  })
}

function aMail(mail: Partial<OutgoingMail>): OutgoingMail {
  return {
    to: 'anna@example.test',
    subject: 'Hello',
    // The lone dot would end an SMTP message that is not dot-stuffed (RFC 5321 §4.5.2).
    text: 'Guten Tag\n.\nEnde',
    html: '<p>Guten Tag &amp; Grüße</p>',
    messageId: crypto.randomUUID(),
    ...mail,
  }
}
