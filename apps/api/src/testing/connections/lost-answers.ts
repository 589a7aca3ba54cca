import pg from 'pg'
import type { Connection } from '#api/platform/db/connect.ts'

/** A key whose first answer isn't stored: as if the process had been killed after the work was committed. */
export const aLostKey = () => ({ 'idempotency-key': `lost-${crypto.randomUUID()}` })

/** Makes the database drop the first answer of each such key, as it is about to be stored. */
export async function loseFirstAnswers(connection: Connection): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(`
      CREATE TABLE lost_answers (key text PRIMARY KEY);
      GRANT SELECT, INSERT ON lost_answers TO countersign_app;
      CREATE FUNCTION lose_answer() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO lost_answers VALUES (NEW.key) ON CONFLICT DO NOTHING;
        IF FOUND THEN RETURN NULL; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER lose_answer BEFORE UPDATE ON idempotency_keys
        FOR EACH ROW WHEN (NEW.answer IS NOT NULL AND NEW.key LIKE 'lost-%') EXECUTE FUNCTION lose_answer()`)
  } finally {
    await client.end()
  }
}
