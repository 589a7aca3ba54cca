/** What happens to members of a business. Separate from the shapes, so that a page can load the list alone. */
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
