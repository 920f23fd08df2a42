/** A system notice as document 3 §3 names its fields. */
export interface Aviso {
  gravidade: 'AVISO' | 'ERRO';
  codigo: string;
  mensagens: string[];
}

interface Saying {
  titulo: string;
  /** where it is put right */
  link?: { rotulo: string; caminho: string };
}

const cadastro = (titulo: string, caminho: string): Saying => ({ titulo, link: { rotulo: 'Completar o cadastro', caminho } });
const saida = (titulo: string): Saying => ({
  titulo,
  link: { rotulo: 'Ver a Caixa de Saída', caminho: '/utilitario/caixa-saida' },
});

/** ENU-081 and our own codes: what each notice is called. One that is not here shows its own messages alone. */
const SAYINGS: Readonly<Record<string, Saying>> = {
  'atualizacao-sistema': { titulo: 'Há uma versão nova do sistema' },
  'atualizacao-sistema-java': { titulo: 'A versão nova pede um servidor mais novo' },
  'cadastro-funcao': cadastro('Há funções com o cadastro pendente', '/sst/funcoes'),
  'cadastro-obra': cadastro('Há obras com o cadastro pendente', '/sst/obra'),
  'cadastro-ambiente': cadastro('Há ambientes com o cadastro pendente', '/sst/ambientes'),
  'cadastro-psst': cadastro('Há profissionais de SST com o cadastro pendente', '/sst/profissional'),
  'relacionador-psst': cadastro('Há profissionais de SST por relacionar', '/sst/profissional/unificar'),
  'validacao-integridadeBancoDados': { titulo: 'O banco de dados tem inconsistências' },
  'alerta-sistema-windows-server': { titulo: 'O sistema operacional do servidor está desatualizado' },
  SEM_SMTP: saida('Os e-mails não estão sendo enviados'),
  EMAIL_FALHOU: saida('Alguns e-mails não chegaram'),
};

export const sayingOf = (codigo: string): Saying | undefined => (Object.hasOwn(SAYINGS, codigo) ? SAYINGS[codigo] : undefined);
