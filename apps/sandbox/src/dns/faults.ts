/** What can go wrong with the domain name server. */
export const dnsFaults = ['timeout', 'server_failure', 'refused'] as const
