import type { ModuleWeb } from '#kit/module/module.web.tsx';
import { later } from '#kit/ui/later.web.tsx';
import { LogEntry, LogList } from '#platform/audit/log-pages.web.tsx';
import { convidarVarios } from '#platform/authority/invite-many.web.tsx';
import { PerfisProntos, perfisView } from '#platform/authority/perfis.web.tsx';
import { SemServidorDeEmail, usuariosDeeds } from '#platform/authority/user-links.web.tsx';
import { UsuarioForm } from '#platform/authority/usuario-form.web.tsx';
import { lixeiraView } from '#platform/lixeira/lixeira.web.tsx';
import { caixaSaidaView } from '#platform/mail/outbox.web.tsx';
import { utilitario } from './module.ts';

export const module: ModuleWeb = {
  declaration: utilitario,
  views: {
    usuarios: { deeds: usuariosDeeds, bulkActions: [convidarVarios], notice: SemServidorDeEmail, form: UsuarioForm },
    perfis: perfisView,
    'modelos-mensagens': {
      record: () =>
        import('#platform/mensagens/modelos-mensagens.web.tsx').then((m) => ({
          inputs: { tipo: m.TipoInput, corpo: m.CorpoInput },
          readByInput: ['tipo'],
        })),
    },
    'caixa-saida': caixaSaidaView,
    lixeira: lixeiraView,
    log: { list: LogList, form: LogEntry },
  },
  screens: {
    'copia-cadastro': later(() => import('./copia-cadastro/copia-cadastro.web.tsx').then((m) => m.CopiaCadastro)),
    'perfis-prontos': PerfisProntos,
  },
};
