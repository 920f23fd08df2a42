import type { z } from 'zod';
import type { Field, Fields } from '#kit/fields/field.ts';
import type { Form } from '#kit/form/form.ts';

/** A route for people who are no users: of anybody (`publico`), or of somebody with a session of the external area (`externo`). */
export interface Door<F extends Fields = Fields> {
  who: 'publico' | 'externo';
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** the whole address; an address open to anybody names its company in the query (`?empresaId=`) */
  path: `/api/${string}`;
  /** what it does, for OpenAPI */
  summary: string;
  /** what the body must be; files of the form are sent to `<path>/arquivos` first */
  form?: Form<F>;
  /** the registry, as `module/slug`, into which the form is saved once for each key; without it the module answers by itself */
  saves?: string;
  /** what it answers, for OpenAPI: a shape, `nothing` (204) or a `file`; a door that `saves` answers the id */
  answers?: z.ZodType | 'nothing' | 'file';
  /** what may stand in the query beside the company, for OpenAPI */
  query?: z.ZodObject;
  /** most bytes of a body; 16 KiB by default for anybody */
  bodyLimit?: number;
  /** requests in 15 minutes, of one address and of one identified person; the usual limits by default */
  limits?: { address?: number; person?: number };
  /** the authorities of whoever comes through this door; none by default */
  can?: readonly `ROLE_${string}`[];
}

/** Doors of any shape, as collections hold them. */
// oxlint-disable-next-line typescript/no-explicit-any -- `rules` of a form is contravariant in its fields; a collection cannot name them all
export type AnyDoor = Door<any>;

/** Declares a door of a module. */
export const defineDoor = <const D extends AnyDoor>(door: D): D => door;

/** The size limit of a file whose field gives none. */
export const USUAL_FILE = 5 * 1024 * 1024;

/** The fields of a door's form that take a file. */
export const fileFields = ({ form }: Pick<AnyDoor, 'form'>): Field[] =>
  Object.values<Field>(form?.fields ?? {}).filter(({ kind }) => kind === 'file' || kind === 'image');

/** Where the files of a door's form are sent before the form itself. */
export const uploadPath = ({ path }: Pick<AnyDoor, 'path'>) => `${path}/arquivos`;
