import { definePage } from '#kit/module/module.web.tsx';
import { Documentos } from '../documentos-anexos.web.tsx';

/** SCR-018: the candidate's documents, with the dialog for another one open. */
export const page = definePage({ title: 'Anexar documento', who: 'externo', content: () => <Documentos anexa /> });
