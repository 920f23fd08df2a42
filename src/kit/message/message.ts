/** A kind of message that the program sends, with its text until a company writes its own. The sender chooses the recipients. */
export interface MessageType {
  /** `module/name`: the key of templates and preferences; the module decides whose box holds it */
  id: `${string}/${string}`;
  title: string;
  /** the inbox of the program, mail, or both */
  channels: readonly ('inbox' | 'mail')[];
  /** the variables of the template: name → description. Never a guarded value */
  variables: Readonly<Record<string, string>>;
  /** variables that every template must have */
  required?: readonly string[];
  /** variables that are addresses of the program: links in the mail. In all others an address is text, for it may be what somebody typed */
  addresses?: readonly string[];
  subject: string;
  /** paragraphs are separated by an empty line */
  text: string;
  /** the address of its link, below the program's own: '/gestao-talentos/desligamentos/{{id}}' */
  link?: string;
  /** its mails are collected into one a day */
  digest?: boolean;
  /** it names somebody who may be erased: whoever sends it says whom it is about */
  personal?: boolean;
  /** it is about the account itself: its mail cannot be turned off */
  always?: boolean;
  /** somebody has just asked for it and waits: its mail goes before all others. Never one that somebody sends to many */
  awaited?: boolean;
}

const PLACE = /\{\{([^{}]*)\}\}/g;

/** The text with its variables filled in. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(PLACE, (whole, name: string) => (Object.hasOwn(values, name.trim()) ? (values[name.trim()] ?? '') : whole));

/** Names of the variables in a text. */
export const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACE)].map(([, name = '']) => name.trim())),
];

/** Most places for variables in a text: each may be filled with a hundred times as much as it takes. */
export const MOST_PLACES = 60;
export const hasTooManyPlaces = (text: string): boolean => [...text.matchAll(PLACE)].length > MOST_PLACES;
export const TOO_MANY_PLACES = `Use variáveis até ${MOST_PLACES} vezes em cada texto`;

/** Declares a message; throws when its own text uses an undeclared variable. */
export function defineMessage<const M extends MessageType>(type: M): M {
  const { id, subject, text, link = '', variables, required = [], addresses = [], digest, channels } = type as MessageType;
  for (const name of [...variablesIn(`${subject} ${text} ${link}`), ...required, ...addresses])
    if (!Object.hasOwn(variables, name)) throw new Error(`${id}: there is no variable ${name}`);
  if (digest && !channels.includes('inbox')) throw new Error(`${id}: a digest tells what stands in the inbox`);
  return type;
}
