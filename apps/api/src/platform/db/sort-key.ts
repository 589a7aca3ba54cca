import { type RawBuilder, sql } from 'kysely'

/** What a title or a name is sorted by: its base letters in lower case, so that “Ärger” is among those with A (migration 0108). */
export const sortKey = (column: string): RawBuilder<string> => sql<string>`sort_key(${sql.ref(column)})`
