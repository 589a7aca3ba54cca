import { type Selectable, sql } from 'kysely'
import type { Tables } from '#api/platform/db/tables.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { EncryptedColumn } from '#api/platform/secrets/encrypted-column-repository.ts'
import type { TestResult } from '#api/identity/single-sign-on/business-provider.ts'
import type { ProviderTest, StoredProvider } from './identity-provider.ts'

type Row = Selectable<Tables['identity_providers']>

export async function find(db: Reader, businessId: string): Promise<StoredProvider | null> {
  const row = await db
    .selectFrom('identity_providers')
    .selectAll()
    .where('business_id', '=', businessId)
    .executeTakeFirst()
  return row ? toProvider(row) : null
}

/** Of a business that isn't deleted. */
export async function findByRevision(
  db: Reader,
  revision: string,
): Promise<(StoredProvider & { readonly businessName: string }) | null> {
  const row = await withBusiness(db).where('p.revision', '=', revision).executeTakeFirst()
  return row ? { ...toProvider(row), businessName: row.name } : null
}

/** Of the business whose verified domain this is: at most one has it. */
export async function findByDomain(
  db: Reader,
  domain: string,
): Promise<(StoredProvider & { readonly businessName: string }) | null> {
  const row = await withBusiness(db)
    .innerJoin('business_domains as d', 'd.business_id', 'p.business_id')
    .where('d.domain', '=', domain)
    .where('d.verified_at', 'is not', null)
    .where('d.lapsed_at', 'is', null)
    .executeTakeFirst()
  return row ? { ...toProvider(row), businessName: row.name } : null
}

const withBusiness = (db: Reader) =>
  db
    .selectFrom('identity_providers as p')
    .innerJoin('businesses as b', 'b.id', 'p.business_id')
    .selectAll('p')
    .select('b.name')
    .where('b.deleted_at', 'is', null)

/** Sets it up, or changes it: then nothing is tested, and sign-ins come back to the business's own address. */
export async function save(
  tx: Transaction,
  given: Pick<
    StoredProvider,
    'businessId' | 'revision' | 'issuer' | 'clientId' | 'clientSecretEncrypted' | 'changedAt'
  >,
): Promise<void> {
  const settings = {
    revision: given.revision,
    issuer: given.issuer,
    client_id: given.clientId,
    client_secret_encrypted: given.clientSecretEncrypted,
    own_redirect_uri: true,
    changed_at: given.changedAt,
    ...{ tested_at: null, tested_by: null, test_result: null, test_email: null },
  }
  await tx
    .insertInto('identity_providers')
    .values({ business_id: given.businessId, ...settings })
    .onConflict((conflict) => conflict.column('business_id').doUpdateSet(settings))
    .execute()
}

export async function setRequired(tx: Transaction, businessId: string, at: Date | null): Promise<void> {
  await tx
    .updateTable('identity_providers')
    .set({ required_at: at })
    .where('business_id', '=', businessId)
    .execute()
}

export async function saveTest(tx: Transaction, businessId: string, test: ProviderTest): Promise<void> {
  await tx
    .updateTable('identity_providers')
    .set({
      tested_at: test.testedAt,
      tested_by: test.testerId,
      test_result: test.result,
      test_email: test.email,
    })
    .where('business_id', '=', businessId)
    .execute()
}

/** An account that is deleted leaves no trace in what was tested. */
export async function forgetTester(tx: Transaction, accountId: string): Promise<void> {
  await tx
    .updateTable('identity_providers')
    .set({ tested_by: null, test_email: null })
    .where('tested_by', '=', accountId)
    .execute()
}

export async function remove(tx: Transaction, businessId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('identity_providers')
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export const secretContext = (businessId: string): string => `identity_providers/${businessId}`

export const encryptedColumns: readonly EncryptedColumn[] = [
  {
    table: 'identity_providers',
    update: sql`UPDATE identity_providers`,
    key: 'business_id',
    column: 'client_secret_encrypted',
    context: secretContext,
  },
]

function toProvider(row: Row): StoredProvider {
  return {
    businessId: row.business_id,
    revision: row.revision,
    issuer: row.issuer,
    clientId: row.client_id,
    clientSecretEncrypted: row.client_secret_encrypted,
    hasOwnRedirectUri: row.own_redirect_uri,
    changedAt: row.changed_at,
    requiredAt: row.required_at,
    test: row.tested_at && {
      testedAt: row.tested_at,
      testerId: row.tested_by,
      result: row.test_result as TestResult,
      email: row.test_email,
    },
  }
}
