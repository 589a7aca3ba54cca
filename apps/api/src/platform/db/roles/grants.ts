import { applicationRole } from '../connect.ts'

/**
 * What the application may do with each table. Nothing is allowed that isn't named here: a table of a newer release, or
 * one that someone forgot to add, can't be reached by the application at all.
 */
const everything = [
  'account_customers',
  'accounts',
  'activities',
  'activity_changes',
  'activity_tallies',
  'aes_for_business',
  'api_requests',
  'api_tokens',
  'api_users',
  'approvals',
  'archive_timestamps',
  'attachments',
  'authority_keys',
  'billing_events',
  'billing_orders',
  'billing_problems',
  'billing_surveys',
  'business_billing',
  'business_domains',
  'business_invitations',
  'business_members',
  'businesses',
  'call_counts',
  'callback_attempts',
  'callback_endpoints',
  'callback_secrets',
  'callbacks',
  'committed_values',
  'confirmations',
  'departures',
  'documents',
  'field_inputs',
  'former_links',
  'hash_keys',
  'anonymous_uploads',
  'idempotency_keys',
  'identifications',
  'identities',
  'identity_providers',
  'installation_figures',
  'integration_requests',
  'integration_signers',
  'issued_certificates',
  'login_challenges',
  'mailed_audit_trails',
  'mails',
  'observers',
  'ownership_transfers',
  'provisioned_group_members',
  'provisioned_groups',
  'provisioned_users',
  'scim_tokens',
  'prepared_signatures',
  'request_editors',
  'signature_images',
  'recovery_codes',
  'request_access',
  'request_documents',
  'request_tallies',
  'request_words',
  'retention_rules',
  'retentions',
  'seal_members',
  'seals',
  'second_factors',
  'sessions',
  'signature_members',
  'signature_places',
  'signature_requests',
  'signature_usage',
  'signatures',
  'signer_group_versions',
  'signer_groups',
  'signer_numbers',
  'signing_locks',
  'signings',
  'single_sign_on_returns',
  'single_sign_ons',
  'subscriptions',
  'bulk_send_rows',
  'bulk_sends',
  'template_attachments',
  'template_documents',
  'templates',
  'throttles',
  'validations',
  'visual_signatures',
]
/** Evidence: it may be added and read, and never changed. */
const appendOnly = ['evidence_events', 'evidence_heads', 'business_events', 'identification_events']

export const grants: Readonly<Record<string, string>> = {
  ...Object.fromEntries(everything.map((table) => [table, 'SELECT, INSERT, UPDATE, DELETE'])),
  ...Object.fromEntries(appendOnly.map((table) => [table, 'SELECT, INSERT'])),
  migrations: 'SELECT',
  // The queue's own upkeep writes it, as the owner.
  worker_heartbeats: 'SELECT',
  // Written by the process that makes a backup, which reads everything as the owner.
  backups: 'SELECT',
  // Seeded by the migrations.
  ...Object.fromEntries(['plans', 'plan_prices', 'extra_prices'].map((table) => [table, 'SELECT'])),
  installation: 'SELECT, UPDATE (clean_up, previous_clean_up, addresses_converted_at)',
}

/** In one transaction: nobody who works at this moment finds a right missing. */
export function grantsSql(): string {
  return `
    BEGIN;
    REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${applicationRole};
    ${Object.entries(grants)
      .map(([table, rights]) => `GRANT ${rights} ON public.${table} TO ${applicationRole};`)
      .join('\n    ')}
    COMMIT;`
}
