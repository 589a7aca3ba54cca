/** What happens to people of a business. Apart from the shapes, so that a page may have the list alone. */
export const accountActions = [
  'INVITED',
  'INVITATION_REVOKED',
  'INVITATION_DECLINED',
  'JOINED',
  'MADE_ADMIN',
  'MADE_MEMBER',
  'LOCKED',
  'UNLOCKED',
  'REMOVED',
  'LEFT',
] as const
