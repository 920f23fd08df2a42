/** A kind of message that the program sends, with the words that it has until a company writes its own. Whoever sends it says to whom. */
export interface MessageType {
  /** `module/name`: whose box it stands in, and what templates and preferences know it by */
  id: `${string}/${string}`;
  title: string;
  /** the boxes of the program, mail, or both */
  channels: readonly ('inbox' | 'mail')[];
  /** what a template may say: name → what stands for it. Never a value that a right guards */
  variables: Readonly<Record<string, string>>;
  /** variables that every template must have */
  required?: readonly string[];
  /** variables that are addresses of the program: links in the mail. In all others an address is text, for it may be what somebody typed */
  addresses?: readonly string[];
  subject: string;
  /** paragraphs are parted by an empty line */
  text: string;
  /** the address that it leads to, below the program's own: '/gestao-talentos/desligamentos/{{id}}' */
  link?: string;
  /** its mails are told in one a day */
  digest?: boolean;
  /** it is about the account itself: nobody turns its mail off */
  always?: boolean;
}

const PLACE = /\{\{([^{}]*)\}\}/g;

/** The text with its variables filled in. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(PLACE, (whole, name: string) => (Object.hasOwn(values, name.trim()) ? (values[name.trim()] ?? '') : whole));

/** Names of the variables that a text asks for. */
export const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACE)].map(([, name = '']) => name.trim())),
];

/** Declares a message; throws when its own words ask for what it does not have. */
export function defineMessage<const M extends MessageType>(type: M): M {
  const { id, subject, text, link = '', variables, required = [], addresses = [], digest, channels } = type as MessageType;
  for (const name of [...variablesIn(`${subject} ${text} ${link}`), ...required, ...addresses])
    if (!Object.hasOwn(variables, name)) throw new Error(`${id}: there is no variable ${name}`);
  if (digest && !channels.includes('inbox')) throw new Error(`${id}: a digest tells what stands in the inbox`);
  return type;
}
