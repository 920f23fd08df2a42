/** The migrations cannot be applied; the message is for whoever started the program. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}
