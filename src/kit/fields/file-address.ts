/** Where a stored file is read. */
export const fileAddress = (file: { id: number }) => `/api/arquivos/${file.id}`;
