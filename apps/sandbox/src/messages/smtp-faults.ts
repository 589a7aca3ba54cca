/** What a server may say to MAIL FROM: two things about the installation that sends, and one about the mail. */
export const senderRefusals = {
  reject_sender: { reply: 553, text: '5.7.1 Sender address rejected: not owned by user' },
  require_authentication: { reply: 530, text: '5.7.0 Authentication required' },
  reject_size: { reply: 552, text: '5.3.4 Message size exceeds file system imposed limit' },
} as const
export const senderFaults = Object.keys(senderRefusals) as (keyof typeof senderRefusals)[]
