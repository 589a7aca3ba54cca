// Which folder of the api writes which table: each table has one. Others call what that folder offers.
const tablesOf = {
  'platform/db': ['migrations'],
  'platform/jobs': ['graphile_worker', 'worker_heartbeats'],
  'platform/http': ['idempotency_keys'],
  'providers/trust-service/local': ['authority_keys', 'issued_certificates'],
  evidence: ['evidence_events', 'evidence_heads'],
  mail: ['mails'],
  'identity/accounts': ['accounts', 'confirmations'],
  'identity/second-factors': ['recovery_codes', 'second_factors'],
  'identity/sessions': ['login_challenges', 'sessions'],
  'identity/single-sign-on': ['identities', 'single_sign_on_returns', 'single_sign_ons'],
  'identity/throttles': ['throttles'],
  'documents/documents': ['documents'],
  'documents/visual-signatures': ['visual_signatures'],
  'business/activity': ['activities', 'activity_changes', 'activity_tallies'],
  'business/aes-for-business': ['aes_for_business'],
  'business/api-users': ['api_tokens', 'api_users'],
  'business/business-domains': ['business_domains'],
  'business/businesses': ['business_events', 'businesses'],
  'business/members': ['business_invitations', 'business_members'],
  'business/seals': ['seal_members', 'seals'],
  'billing/subscriptions': [
    'account_customers',
    'billing_events',
    'billing_orders',
    'billing_problems',
    'billing_surveys',
    'business_billing',
    'subscriptions',
  ],
  'billing/usage': ['signature_usage'],
  'signing/approvals': ['approvals', 'signing_locks'],
  'signing/archive-renewals': ['archive_timestamps'],
  'signing/attachments': ['attachments'],
  'signing/direct-links': ['former_links'],
  'signing/hand-overs': ['hand_overs'],
  'signing/identifications': ['identification_events', 'identifications'],
  'signing/observers': ['observers'],
  'signing/retention': ['retention_rules', 'retentions'],
  'signing/signature-requests': [
    'departures',
    'request_access',
    'request_documents',
    'request_tallies',
    'request_words',
    'signature_members',
    'signature_places',
    'signature_requests',
    'signatures',
  ],
  'signing/signer-groups': ['signer_group_versions', 'signer_groups'],
  'signing/signer-numbers': ['signer_numbers'],
  'signing/signing': ['prepared_signatures', 'signings'],
  'signing/table-sends': ['table_send_rows', 'table_sends'],
  'signing/templates': ['template_attachments', 'template_documents', 'templates'],
  'app/installation': ['installation'],
  'app/validations': ['validations'],
}

const owners = new Map(
  Object.entries(tablesOf).flatMap(([folder, tables]) => tables.map((table) => [table, folder])),
)

export const ownedTables = Object.values(tablesOf).flat()

/** What is wrong with each of these writes of a file of the api. */
export function foreignWrites(file, tables) {
  const folder = /^apps\/api\/src\/(.+)\/[^/]+$/.exec(file)?.[1]
  if (folder === undefined || folder === 'platform/db/migrations') return []
  return [...new Set(tables)].flatMap((table) => {
    const owner = owners.get(table)
    if (owner === folder) return []
    return owner
      ? `${file} writes or locks ${table}: ${owner} does that, and offers it to others`
      : `${file} writes or locks ${table}: no folder owns it (see scripts/imports/owners.mjs)`
  })
}
