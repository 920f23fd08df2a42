/** What came back. */
export interface Answer {
  status: number;
  type: string;
  text: string;
}

/** Words that a sentence of ours has no use for: those of frameworks, of Zod and of the database. */
const ENGLISH =
  /(?<![\p{L}\d_])(the|is|are|was|not|must|should|cannot|invalid|expected|received|required|unexpected|unsupported|unknown|missing|found|failed|failure|error|bad|request|too|large|long|value|string|number|input|body|header|content|length|already|exists|duplicate|violates|undefined|exceeded|timeout|internal|server|FST_\w+|ERR_\w+)(?![\p{L}\d_])/iu;

/** What only a leak brings: stacks, SQL, places on the disk, names of constraints. */
const LEAKS: readonly RegExp[] = [
  /\bat [^\n"]{1,200}:\d+:\d+/,
  /node_modules|node:internal|file:\/\//,
  /\/(home|root|tmp|usr|var|work|opt|etc)\/[\w.-]+/,
  /\.(server|web)\.tsx?\b/,
  /\b(select|insert into|update|delete from)\b[^"]{1,300}\b(from|values|set|where)\b/i,
  /\bE(NOENT|ACCES|PERM|ISDIR|EXIST|MFILE|CONN\w+|PIPE|NOSPC|INVAL)\b/,
  /violates|syntax error|duplicate key|relation "|column "|pg_\w+/i,
  /\b\w+_(fkey|pkey|key|excl|idx|check|unico|nao_nulo)\b/,
];

interface Told {
  message?: unknown;
  code?: unknown;
  errors?: { field?: unknown; message?: unknown }[];
}

/**
 * What is wrong with an answer, or null. `said` is what the client sent: what it said itself and hears again is no leak. A fault of the server is one
 * even when it is well said, but for those that the house declares: busy, or without room. Saves that hold each other up are a fault: a house must
 * bear six at once.
 */
export function faultOf({ status, type, text }: Answer, said: string, isHead = false): string | null {
  const isDeclared = status === 507 || (status === 503 && !text.includes('ocupado com outra gravação'));
  if (status >= 500 && !isDeclared) return `${status}: ${text.slice(0, 300)}`;
  if (status < 400 || isHead) return null;
  if (!/^application\/json\b/.test(type)) return `${status} is no JSON (${type}): ${text.slice(0, 200)}`;
  let told: Told;
  try {
    told = JSON.parse(text) as Told;
  } catch {
    return `${status} is no JSON: ${text.slice(0, 200)}`;
  }
  if (typeof told.message !== 'string' || told.message === '' || typeof told.code !== 'string' || told.code === '')
    return `${status} without message and code: ${text.slice(0, 200)}`;
  const leak = LEAKS.map((pattern) => pattern.exec(text)?.[0]).find((found) => found !== undefined && !said.includes(found));
  if (leak) return `${status} tells «${leak}»: ${text.slice(0, 300)}`;
  const sentences = [told.message, ...(told.errors ?? []).map(({ message }) => message)];
  for (const sentence of sentences) {
    if (typeof sentence !== 'string' || sentence === '') return `${status} with a fault that says nothing: ${text.slice(0, 200)}`;
    const word = ENGLISH.exec(sentence)?.[1];
    if (word !== undefined && !said.includes(word)) return `${status} says «${word}», no Portuguese: ${sentence.slice(0, 200)}`;
  }
  return null;
}
