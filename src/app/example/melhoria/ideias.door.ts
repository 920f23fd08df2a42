import { defineDoor } from '#kit/door/door.ts';
import { defineForm } from '#kit/form/form.ts';
import { daIdeia } from './ideias.registry.ts';

export const sugerir = defineDoor({
  who: 'publico',
  method: 'POST',
  path: '/api/publico/ideias',
  summary: 'Sugerir uma ideia',
  form: defineForm({ fields: daIdeia }),
  saves: 'melhoria/ideias',
});
