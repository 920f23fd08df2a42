/**
 * Whether a file has one of the given kinds: media types (`image/png`, `image/*`) or endings (`.pdf`), as an HTML input writes
 * them.
 */
export const accepts = (file: { name: string; type: string }, accept: readonly string[] | undefined): boolean =>
  accept === undefined ||
  accept.some((kind) =>
    kind.startsWith('.')
      ? file.name.toLowerCase().endsWith(kind)
      : kind.endsWith('/*')
        ? file.type.startsWith(kind.slice(0, -1))
        : file.type === kind,
  );

/** The refusal of a file of another kind. */
export const notAccepted = (accept: readonly string[] | undefined): string =>
  accept?.every((kind) => kind.startsWith('image/')) ? 'O arquivo adicionado não é uma imagem' : 'Tipo de arquivo não aceito.';
