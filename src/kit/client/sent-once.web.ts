/** A random UUID: the key under which a request is sent until its answer has come. `crypto.randomUUID` exists with HTTPS only. */
export const newKey = () => {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};
