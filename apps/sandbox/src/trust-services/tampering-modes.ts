/** How a service's answer can differ from what was requested. */
export const tamperingModes = [
  'bad_signature',
  'wrong_digest',
  'wrong_algorithm',
  'no_timestamp',
  'wrong_quality',
] as const
export type TamperingMode = (typeof tamperingModes)[number]
