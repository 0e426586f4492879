import { statementComments } from './statement-comments.ts'
import { transactionComments } from './transaction-comments.ts'

const columnsOfAll: Readonly<Record<string, string>> = {
  account_id: 'Account id of the service.',
  writer: 'The writer, of the table writer.',
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Comments of all tables of the first step. */
export const comments = Object.entries({ ...transactionComments, ...statementComments })
  .flatMap(([table, [about, columns]]) => [
    `COMMENT ON TABLE tidemark.${table} IS ${literal(about)};`,
    ...Object.entries(columns).map(
      ([column, words]) => `COMMENT ON COLUMN tidemark.${table}.${column} IS ${literal(words)};`,
    ),
  ])
  .join('\n')

/** Comments of the columns that have the same meaning in all tables. */
export const commonComments = `DO $$ DECLARE found record; BEGIN
  FOR found IN SELECT c.table_name, c.column_name FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'tidemark' AND t.table_type = 'BASE TABLE' AND c.column_name IN (${Object.keys(columnsOfAll)
      .map(literal)
      .join(', ')})
  LOOP
    EXECUTE format('COMMENT ON COLUMN tidemark.%I.%I IS %L', found.table_name, found.column_name,
      CASE found.column_name ${Object.entries(columnsOfAll)
        .map(([column, words]) => `WHEN ${literal(column)} THEN ${literal(words)}`)
        .join(' ')} END);
  END LOOP;
END $$;`
