import { today } from '#kit/br/date.ts';
import type { ModuleWeb } from '#kit/module/module.web.tsx';
import { laterScreen } from '#kit/ui/later.web.tsx';
import { SemServidorDeEmail } from '#platform/authority/no-mail-server.web.tsx';
import { perfisView } from '#platform/authority/perfis.web.tsx';
import { convidarVarios, usuariosDeeds } from '#platform/authority/user-links.web.tsx';
import { lixeiraView } from '#platform/lixeira/lixeira.web.tsx';
import { caixaSaidaView } from '#platform/mail/outbox.web.tsx';
import { reloadCompanies } from '#platform/session/session.web.tsx';
import { utilitario } from './module.ts';

export const module: ModuleWeb = {
  declaration: utilitario,
  views: {
    empresas: { afterSave: reloadCompanies },
    usuarios: {
      deeds: usuariosDeeds,
      bulkActions: [convidarVarios],
      notice: SemServidorDeEmail,
      record: () => import('#platform/authority/usuario-form.web.tsx').then((m) => ({ form: m.UsuarioForm })),
    },
    perfis: perfisView,
    'modelos-mensagens': {
      record: () =>
        import('#platform/mensagens/modelos-mensagens.web.tsx').then((m) => ({
          inputs: { tipo: m.TipoInput, corpo: m.CorpoInput },
          readByInput: ['tipo'],
        })),
    },
    noticias: { begin: (copied) => ({ ...copied, inicio: today(), fim: null }) },
    'caixa-saida': caixaSaidaView,
    lixeira: lixeiraView,
    log: {
      list: laterScreen(() => import('#platform/audit/log-pages.web.tsx').then((m) => m.LogList)),
      record: () => import('#platform/audit/log-pages.web.tsx').then((m) => ({ form: m.LogEntry })),
    },
  },
  screens: {
    'copia-cadastro': laterScreen(() => import('./copia-cadastro/copia-cadastro.web.tsx').then((m) => m.CopiaCadastro)),
    'perfis-prontos': laterScreen(() => import('#platform/authority/perfis-prontos.web.tsx').then((m) => m.PerfisProntos)),
  },
};
