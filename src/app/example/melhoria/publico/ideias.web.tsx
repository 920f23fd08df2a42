import { PublicForm } from '#kit/door/public-form.web.tsx';
import { definePage } from '#kit/module/module.web.tsx';
import { sugerir } from '../ideias.door.ts';

export const page = definePage({
  title: 'Sugira uma ideia',
  content: () => <PublicForm door={sugerir} ok="Enviar" sent="Recebemos a sua ideia. Obrigado!" />,
});
