/** What can go wrong with the marketing service's form. */
export const enterpriseFormFaults = [
  'timeout',
  'timeout_after_effect',
  'status_503',
  'rate_limited',
  'refused',
] as const
