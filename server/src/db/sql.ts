import type postgres from 'postgres'

/** What statements are written with; see the driver's README. */
export type Sql = postgres.Sql<{ bigint: number }>

/** The same inside a transaction. */
export type TransactionSql = postgres.TransactionSql<{ bigint: number }>
