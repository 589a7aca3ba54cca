/**
 * An answer that is JSON already, as the database wrote it: to read it, hold it against the call's schema and write it
 * again would take longer than all the rest. Only for calls that are made very often, whose tests hold every answer
 * against the schema, so that nothing but what is declared leaves.
 */
export class WrittenAnswer {
  readonly json: string

  constructor(json: string) {
    this.json = json
  }
}
