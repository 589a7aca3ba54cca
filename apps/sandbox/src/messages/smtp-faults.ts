/** What a server may say to MAIL FROM: two things about the installation that sends, and one about the mail. */
export const senderRefusals = {
  reject_sender: { reply: 553, text: '5.7.1 Sender address rejected: not owned by user' },
  require_authentication: { reply: 530, text: '5.7.0 Authentication required' },
  reject_size: { reply: 552, text: '5.3.4 Message size exceeds file system imposed limit' },
} as const
export const senderFaults = Object.keys(senderRefusals) as (keyof typeof senderRefusals)[]

/** What Postfix says of them only when it knows the recipient (`smtpd_delay_reject`). */
export const lateRefusals = {
  reject_sender_late: { reply: 553, text: '5.7.1 Sender address rejected: not owned by user' },
  deny_relay: { reply: 554, text: '5.7.1 Relay access denied' },
} as const
export const lateFaults = Object.keys(lateRefusals) as (keyof typeof lateRefusals)[]
